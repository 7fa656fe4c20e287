/** Codes of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 7591 (section 3.2.2) and RFC 8707 (section 2). */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'temporarily_unavailable'
  | 'server_error'

/** A request that is refused. Thrown wherever it is found out; answered in the form that its address speaks. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  /**
   * @param status of HTTP
   * @param sentence for the developers of the client: what is wrong, or what to do
   */
  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly more: {
      /** where OAuth's form is spoken; absent: what the status means there */
      readonly code?: OauthErrorCode
      /** where JSON-RPC is spoken; absent: what the status means there */
      readonly rpcCode?: number
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(sentence)
  }
}

/** What is said while the database is away, or does not have our tables yet. */
export function waitingForDatabase(): Refusal {
  const sentence = 'The service is waiting for its database; try again in a moment.'
  return new Refusal(503, sentence, { headers: { 'retry-after': '1' } })
}
