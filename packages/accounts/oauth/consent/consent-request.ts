import type { OauthClient } from '../clients/client.js'
import type { OauthScope } from '../scopes.js'

/** What a client asks a person to grant: an authorization request (RFC 6749, section 4.1.1) whose parameters are good. */
export interface ConsentRequest {
  readonly client: OauthClient
  readonly redirect_uri: string
  /** handed back as it came; absent: the client sent none */
  readonly state?: string
  readonly scopes: readonly OauthScope[]
  /** what the tokens will be for (RFC 8707): the address of the MCP endpoint */
  readonly resource: string
  /** S256 (RFC 7636) */
  readonly code_challenge: string
}
