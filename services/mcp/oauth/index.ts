import type { Route } from '../mcp-server.js'
import { authorizationServerDocument } from './documents/authorization-server.js'
import { protectedResourceDocument } from './documents/protected-resource.js'
import { serveDocuments } from './documents/serve-documents.js'
import { takeRegistrations } from './registration/take-registrations.js'
import { giveTokens } from './tokens/give-tokens.js'
import { takeRevocations } from './tokens/take-revocations.js'

/**
 * The authorization server (OAuth 2.1): its documents, registration, tokens and revocation. Where people are asked is a page of
 * the panel.
 *
 * What is not here is not found: a client that looks for OpenID Connect, or for an issuer at /mcp, must go on to the
 * document that there is, whose issuer is the site (RFC 8414, section 3.3).
 */
export const authorizationServer: Route = (app, { siteUrl, pool }) => {
  serveDocuments(app, {
    '/.well-known/oauth-authorization-server': authorizationServerDocument(siteUrl),
    '/.well-known/oauth-protected-resource': protectedResourceDocument(siteUrl),
    '/.well-known/oauth-protected-resource/mcp': protectedResourceDocument(siteUrl),
  })
  takeRegistrations(app, pool)
  giveTokens(app, pool)
  takeRevocations(app, pool)
}
