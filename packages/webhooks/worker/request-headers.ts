const USER_AGENT = 'eCMR-Webhooks/1.0'

/** The headers of an attempt. */
export type RequestHeaders = Readonly<Record<string, string>>

/** An attempt as far as its headers tell it. */
interface SentAttempt {
  /** of the delivery */
  readonly id: string
  /** from 1 */
  readonly number: number
  readonly startedAt: Date
  readonly signature: string
  /** of its span (W3C Trace Context); absent: it is not traced, or that is not known any more */
  readonly traceparent?: string | undefined
}

/** What an attempt sends beside the body; also what is shown of it later. */
export function requestHeaders({
  id,
  number,
  startedAt,
  signature,
  traceparent,
}: SentAttempt): RequestHeaders {
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(startedAt)),
    'webhook-signature': signature,
    'webhook-attempt': String(number),
    ...(traceparent !== undefined && { traceparent }),
  }
}

/** The `webhook-timestamp` of an attempt: whole seconds since 1970. */
export function timestampOf(startedAt: Date): number {
  return Math.floor(startedAt.getTime() / 1_000)
}
