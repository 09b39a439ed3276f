// Usage by day and model with DuckDB: each response once, of each field the greatest value.
// node duckdb.mjs TREE
import { DuckDBInstance } from '@duckdb/node-api';

const files = `${process.argv[2]}/projects/**/*.jsonl`;
const usage = `STRUCT(input_tokens BIGINT, output_tokens BIGINT, cache_creation_input_tokens BIGINT,
  cache_read_input_tokens BIGINT)`;
const query = `
  WITH responses AS (
    SELECT min("timestamp")[1:10] AS day, message.model AS model,
      max(message.usage.input_tokens) AS i, max(message.usage.output_tokens) AS o,
      max(message.usage.cache_creation_input_tokens) AS w, max(message.usage.cache_read_input_tokens) AS r
    FROM read_json('${files.replaceAll("'", "''")}', format = 'newline_delimited', maximum_object_size = 67108864,
      ignore_errors = true, columns = {type: 'VARCHAR', "timestamp": 'VARCHAR', requestId: 'VARCHAR',
        message: 'STRUCT(id VARCHAR, model VARCHAR, usage ${usage})'})
    WHERE type = 'assistant' AND message.usage.output_tokens IS NOT NULL
    GROUP BY message.id, requestId, message.model)
  SELECT day, model, sum(i)::BIGINT AS input, sum(o)::BIGINT AS output, sum(w)::BIGINT AS write, sum(r)::BIGINT AS read
  FROM responses GROUP BY day, model ORDER BY day, model`;

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = (await connection.runAndReadAll(query)).getRowObjects();
console.log(JSON.stringify(rows, (key, value) => (typeof value === 'bigint' ? Number(value) : value)));
