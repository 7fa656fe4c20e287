import type { Registry } from 'prom-client'
import type { McpServer } from '../mcp-server.js'

/** Measures how long requests take. */
export function measureRequests(_app: McpServer, _metrics: Registry | undefined): void {}
