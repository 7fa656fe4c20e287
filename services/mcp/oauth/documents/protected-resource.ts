import { oauthScopes, resourceOf } from '@ecmr/accounts/oauth'

/** What the MCP endpoint asks of its callers, and who gives it (RFC 9728). */
export function protectedResourceDocument(siteUrl: string) {
  return {
    resource: resourceOf(siteUrl),
    authorization_servers: [siteUrl],
    scopes_supported: oauthScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'eCMR Integration Service',
    resource_documentation: `${siteUrl}/conectar-ia`,
  }
}
