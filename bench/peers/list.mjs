// node list.mjs: all sessions through the official SDK.
import { listSessions } from '@anthropic-ai/claude-agent-sdk';

const sessions = await listSessions({});
console.log(JSON.stringify(sessions.map((s) => s.sessionId)));
