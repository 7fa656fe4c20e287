/**
 * What tokens are for (RFC 8707): the address of the MCP endpoint.
 *
 * @param siteUrl public origin, without a trailing slash
 */
export function resourceOf(siteUrl: string): string {
  return `${siteUrl}/mcp`
}

/**
 * Whether a request's `resource` (RFC 8707) means ours: the MCP endpoint or the site that it stands on. A slash at the end is
 * forgiven, as clients differ in it.
 *
 * @param resource address of the MCP endpoint
 */
export function isResource(asked: string, resource: string): boolean {
  if (!URL.canParse(asked)) return false
  const named = withoutSlash(new URL(asked).href)
  return named === withoutSlash(resource) || named === new URL(resource).origin
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '')
}
