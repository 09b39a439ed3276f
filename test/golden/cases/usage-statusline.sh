# As Claude Code calls it: the status on standard input, one line out.
export CLAUDE_CONFIG_DIR=$DATA/usage
session=11111111-0000-4000-8000-000000000000
echo '{"session_id":"'$session'","transcript_path":"'$DATA'/usage/projects/-home-dev-orchard/'$session'.jsonl",
  "model":{"id":"claude-opus-4-5-20251101","display_name":"Opus 4.5"},"workspace":{"current_dir":"/home/dev/orchard"}}' |
  "$CLEW" statusline --timezone UTC
echo '{"session_id":"unknown","model":{"id":"x","display_name":"New \u001b[31mModel"},
  "context_window":{"context_window_size":1000000,"used_percentage":81.4}}' | "$CLEW" statusline
echo '{"session_id":"unknown","rate_limits":{"five_hour":{"used_percentage":23.5,"resets_at":1738425600},
  "seven_day":{"used_percentage":91.2}}}' | "$CLEW" statusline
"$CLEW" statusline --json --status '{"session_id":"'$session'"}'
echo nonsense | "$CLEW" statusline
