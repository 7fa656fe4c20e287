import type { Route } from '../mcp-server.js'

/** The authorization server: its documents, registration, tokens and revocation. */
export const authorizationServer: Route = (_app, _dependencies) => {}
