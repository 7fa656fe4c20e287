import { errors } from 'undici'
import { AnswerTooLarge } from './connector.js'
import { HostRefused } from './find-addresses.js'

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

interface Fault {
  readonly fault: SendFault
  readonly detail: string
}

const byCode: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: { fault: 'connection_refused', detail: 'The receiver refused the connection.' },
  EHOSTUNREACH: { fault: 'connection_failed', detail: 'The receiver cannot be reached.' },
  ENETUNREACH: { fault: 'connection_failed', detail: 'The receiver cannot be reached.' },
  ETIMEDOUT: { fault: 'timeout', detail: 'The receiver did not accept the connection in time.' },
  ECONNRESET: { fault: 'connection_lost', detail: 'The receiver closed the connection without an answer.' },
  EPIPE: { fault: 'connection_lost', detail: 'The receiver closed the connection without an answer.' },
  UND_ERR_HEADERS_OVERFLOW: { fault: 'invalid_answer', detail: 'The headers of the answer are too large.' },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { fault: 'invalid_answer', detail: 'The answer was not HTTP.' },
  UND_ERR_SOCKET: {
    fault: 'connection_lost',
    detail: 'The receiver closed the connection without an answer.',
  },
}

/** An attempt took longer than any may. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** Names what went wrong with an attempt. */
export function faultOf(error: unknown): Fault {
  if (error instanceof HostRefused) {
    const fault = error.reason === 'no_public_address' ? error.reason : 'forbidden_address'
    return { fault, detail: `${error.message}.` }
  }
  if (error instanceof OutOfTime) return { fault: 'timeout', detail: 'The receiver did not answer in time.' }
  if (error instanceof errors.ConnectTimeoutError) {
    return { fault: 'timeout', detail: 'The receiver did not accept the connection in time.' }
  }
  if (error instanceof AnswerTooLarge) {
    return { fault: 'invalid_answer', detail: 'The answer is too large.' }
  }
  if (error instanceof errors.HTTPParserError || isOutOfPlace(error)) {
    return { fault: 'invalid_answer', detail: 'The answer was not HTTP.' }
  }
  // Several addresses tried: undici passes on what Node makes of it.
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0])
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return byCode[code] ?? fallback(code)
}

function fallback(code: string): Fault {
  if (/^(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)) {
    return { fault: 'tls_failed', detail: `TLS could not be agreed on (${code}).` }
  }
  return { fault: 'connection_failed', detail: 'The connection failed.' }
}

/** An unexpected answer: 100, 101. undici says "bad response" and "bad upgrade", under the code of lost ones. */
function isOutOfPlace(error: unknown): boolean {
  return error instanceof errors.SocketError && /^bad /.test(error.message)
}
