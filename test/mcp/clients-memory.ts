import { randomUUID } from 'node:crypto'
import type { OAuthDiscoveryState } from '@modelcontextprotocol/client'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'

/** What a client keeps of its connection, in the shape that the official packages of both generations ask for. */
export class ClientMemory {
  /** where it last wanted its person's browser to go */
  wanted: URL | undefined
  held: OAuthTokens | undefined
  client: OAuthClientInformationMixed | undefined
  readonly clientMetadata: OAuthClientMetadata
  readonly redirectUrl: string
  readonly #state = randomUUID()
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(name: string, redirectUrl: string) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }

  state(): string {
    return this.#state
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client
  }

  tokens(): OAuthTokens | undefined {
    return this.held
  }

  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens
  }

  redirectToAuthorization(url: URL): void {
    this.wanted = url
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered
  }

  /** called when the server has said that they are of no use any more */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.held = undefined
    if (scope === 'all' || scope === 'client') this.client = undefined
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined
  }
}
