import type { FastifyRequest } from 'fastify'

/** Where MCP is spoken. */
export const MCP_PATH = '/mcp'

/** The path of a request, as the router has read it; where it leads nowhere, as it was written. */
export function pathOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url.split('?', 1)[0] ?? ''
}

/** Whether errors at an address are written in JSON-RPC. */
export function speaksJsonRpc(path: string): boolean {
  return isAtOrBelow(MCP_PATH, path)
}

/** Whether an address is for clients, real or pretended; others are for the operator. */
export function isForClients(path: string): boolean {
  return ['/oauth', '/.well-known', MCP_PATH].some((base) => isAtOrBelow(base, path))
}

function isAtOrBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}
