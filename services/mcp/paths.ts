/** Where this service answers on the public origin, there and below; the page on which people consent is the panel's. */
export const MCP_PATHS: readonly string[] = [
  '/mcp',
  '/oauth/register',
  '/oauth/token',
  '/oauth/revoke',
  '/.well-known',
]
