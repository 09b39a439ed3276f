// node load.mjs SESSION-ID: one session through the official SDK.
import { getSessionMessages } from '@anthropic-ai/claude-agent-sdk';

const messages = await getSessionMessages(process.argv[2], { includeSystemMessages: true });
console.log(JSON.stringify(messages.filter((m) => m.type !== 'system').map((m) => m.uuid)));
