export * from './build-mcp.js'
export * from './dependencies.js'
export type { McpServer } from './mcp-server.js'
export { findTables } from './tables.js'
