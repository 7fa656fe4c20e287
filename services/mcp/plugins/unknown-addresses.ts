import type { McpServer } from '../mcp-server.js'

/** Answers what no address of ours answers: 405 with Allow where the address is known, else 404. */
export function answerUnknownAddresses(_app: McpServer): void {}
