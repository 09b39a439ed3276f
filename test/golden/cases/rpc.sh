# JSON-RPC on standard input: answers, batches, mistakes; a peer names no files.
"$CLEW" rpc --root "$DATA/sessions/none" <<'IN'
{"jsonrpc":"2.0","id":1,"method":"history/list","params":{"limit":5}}
{"jsonrpc":"2.0","id":"two","method":"session/list"}
{"jsonrpc":"2.0","method":"history/list"}
[{"jsonrpc":"2.0","id":3,"method":"nothing"},{"jsonrpc":"2.0","method":"nothing"},7]
{"jsonrpc":"2.0","id":4,"method":"show","params":{"session":"/etc/passwd"}}
{"jsonrpc":"2.0","id":5,"method":"history/load","params":{"sessionId":"00000000-0000-4000-8000-000000000000"}}
{"jsonrpc":"2.0","id":6,"method":"list","params":{"surprise":true}}
{broken
IN
