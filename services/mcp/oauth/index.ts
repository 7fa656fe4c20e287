import { authMethods, oauthScopes, resourceOf } from '@ecmr/accounts/oauth'
import type { McpServer, Route } from '../mcp-server.js'
import { takeRegistrations } from './registration.js'
import { giveTokens, takeRevocations } from './tokens.js'

/** What this authorization server can do, and where (RFC 8414). */
function authorizationServerDocument(siteUrl: string, clientDocuments: boolean) {
  return {
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}/oauth/authorize`,
    token_endpoint: `${siteUrl}/oauth/token`,
    registration_endpoint: `${siteUrl}/oauth/register`,
    revocation_endpoint: `${siteUrl}/oauth/revoke`,
    scopes_supported: oauthScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: clientDocuments,
    service_documentation: `${siteUrl}/conectar-ia`,
    ui_locales_supported: ['es', 'en'],
  }
}

/** What the MCP endpoint asks of its callers, and who gives it (RFC 9728). */
function protectedResourceDocument(siteUrl: string) {
  return {
    resource: resourceOf(siteUrl),
    authorization_servers: [siteUrl],
    scopes_supported: oauthScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'eCMR Integration Service',
    resource_documentation: `${siteUrl}/conectar-ia`,
  }
}

const SECONDS = 300

/** Answers with documents that are the same for all clients, and may be cached for a while. */
function serveDocuments(app: McpServer, documents: Readonly<Record<string, object>>): void {
  for (const [path, document] of Object.entries(documents)) {
    const text = JSON.stringify(document)
    app.get(path, { config: { access: 'public' } }, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${SECONDS}`)
        .type('application/json; charset=utf-8')
        .send(text),
    )
  }
}

/**
 * The authorization server (OAuth 2.1): its documents, registration, tokens and revocation. Where people are asked is a page of
 * the panel.
 *
 * What is not here is not found: a client that looks for OpenID Connect, or for an issuer at /mcp, must go on to the
 * document that there is, whose issuer is the site (RFC 8414, section 3.3).
 */
export const authorizationServer: Route = (app, { siteUrl, pool, clientDocuments = false }) => {
  serveDocuments(app, {
    '/.well-known/oauth-authorization-server': authorizationServerDocument(siteUrl, clientDocuments),
    '/.well-known/oauth-protected-resource': protectedResourceDocument(siteUrl),
    '/.well-known/oauth-protected-resource/mcp': protectedResourceDocument(siteUrl),
  })
  takeRegistrations(app, pool)
  giveTokens(app, pool)
  takeRevocations(app, pool)
}
