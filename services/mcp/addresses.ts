import { isLoopbackHost } from '@ecmr/accounts/oauth'
import type { FastifyRequest } from 'fastify'

/** Where MCP is spoken. */
const MCP_PATH = '/mcp'

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

/** Tells which origins web pages may call the MCP endpoint from: the site's own, any on their visitor's machine, and those named. */
export function originGuard(options: {
  readonly siteUrl: string
  readonly allowedOrigins: readonly string[]
}): (origin: string) => boolean {
  const allowed = new Set([options.siteUrl, ...options.allowedOrigins].map((url) => new URL(url).origin))
  return (origin) => {
    if (!URL.canParse(origin)) return false
    const { protocol, hostname, origin: canonical } = new URL(origin)
    // An origin is written in one way only; what is more than one, or another spelling, comes from no browser.
    if (canonical !== origin) return false
    return allowed.has(origin) || (isLoopbackHost(hostname) && ['http:', 'https:'].includes(protocol))
  }
}

/** Where this service answers on the public origin, there and below; the page on which people consent is the panel's. */
export const MCP_PATHS: readonly string[] = [
  '/mcp',
  '/oauth/register',
  '/oauth/token',
  '/oauth/revoke',
  '/.well-known',
]
