import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'

/** Lets assistants that are web pages call: which origins may, and what their scripts may send and see. */
export function allowWebPages(_app: McpServer, _dependencies: McpDependencies): void {}
