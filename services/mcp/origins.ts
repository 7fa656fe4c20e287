import { isLoopbackHost } from '@ecmr/accounts/oauth'

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
