/** Why no answer came. Shown to the owner of the endpoint, so it tells nothing about our own network. */
export type SendFault =
  | 'forbidden_address'
  | 'no_public_address'
  | 'timeout'
  | 'connection_refused'
  | 'connection_failed'
  | 'connection_lost'
  | 'tls_failed'
  | 'invalid_answer'
  | 'secret_unreadable'

/** What came of one attempt. */
export type SendResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** the `retry-after` header */
      readonly retryAfter: string | undefined
      /** the first 4 KB of the body, as text */
      readonly body: string
    }
  | { readonly kind: 'failed'; readonly fault: SendFault; readonly detail: string }
  /** broken off by ourselves: it says nothing about the receiver */
  | { readonly kind: 'interrupted' }
