# 1.0: no boundary at the compaction, a subagent inside the file, results one below the other.
"$CLEW" show "$DATA/sessions/old.jsonl"
