import type { Route } from '../mcp-server.js'

/** The MCP endpoint, POST /mcp, in both generations of the protocol. */
export const mcpEndpoint: Route = (_app, _dependencies) => {}
