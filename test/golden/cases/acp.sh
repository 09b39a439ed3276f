# ACP: hello, nothing to list, no such session, no such method.
"$CLEW" acp --root "$DATA/sessions/none" <<'IN'
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2}}
{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
{"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"00000000-0000-4000-8000-000000000000","cwd":"/","mcpServers":[]}}
{"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"../x","cwd":"/","mcpServers":[]}}
{"jsonrpc":"2.0","id":4,"method":"session/new","params":{"cwd":"here","mcpServers":[]}}
{"jsonrpc":"2.0","id":5,"method":"_other/thing"}
IN
