import { ErrorCode, NatsError } from 'nats'
import { BrokerUnavailable } from '../port.js'

/** What can be wrong; each hides the ones after it, which depend on it. */
const CONCERNS = ['connection', 'consumer', 'messages'] as const

/** What is wrong with the broker now, by concern. */
export interface BrokerProblems {
  /** @param sentence undefined: nothing is wrong with it any more */
  report(concern: (typeof CONCERNS)[number], sentence: string | undefined): void
  /** the most important one, or undefined */
  current(): string | undefined
}

/** @param onChange called once for each change; undefined: nothing is wrong */
export function brokerProblems(onChange: (sentence: string | undefined) => void): BrokerProblems {
  const known = new Map<string, string>()
  let reported: string | undefined
  const current = (): string | undefined =>
    CONCERNS.map((concern) => known.get(concern)).find((sentence) => sentence !== undefined)
  return {
    current,
    report(concern, sentence) {
      if (sentence === undefined) known.delete(concern)
      else known.set(concern, sentence)
      const now = current()
      if (now === reported) return
      reported = now
      onChange(now)
    },
  }
}

/** What an error of the client or of a server means, for an operator. */
export function sentenceFor(error: unknown, where: string): string {
  if (error instanceof BrokerUnavailable) return error.message
  const { code, message } = named(error)
  if (error instanceof NatsError && error.api_error) return sentenceForApi(error.api_error, where)
  switch (code) {
    case ErrorCode.ConnectionRefused:
    case 'ECONNREFUSED':
      return `NATS at ${where} cannot be reached: nothing listens there.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `NATS at ${where} cannot be reached: its name is not known.`
    case ErrorCode.AuthorizationViolation:
    case ErrorCode.BadAuthentication:
      return `NATS at ${where} refuses the user, password or token in NATS_URL.`
    case ErrorCode.AuthenticationExpired:
    case ErrorCode.AccountExpired:
      return `NATS at ${where} says that the account in NATS_URL has expired.`
    case ErrorCode.PermissionsViolation:
      return `NATS at ${where} does not permit this to the user in NATS_URL: ${message}.`
    case ErrorCode.ServerOptionNotAvailable:
      return `NATS at ${where} offers no TLS, which tls:// in NATS_URL asks for.`
    case ErrorCode.NoResponders:
      return `NATS at ${where} has no JetStream ready: it is switched off, or still starting.`
    case ErrorCode.Timeout:
    case ErrorCode.ConnectionTimeout:
      return `NATS at ${where} does not answer.`
    case ErrorCode.ConnectionClosed:
    case ErrorCode.Disconnect:
      return `The connection to NATS at ${where} was lost.`
    default:
      return /certificate|self.signed|altname/i.test(`${code} ${message}`)
        ? `The certificate of NATS at ${where} is not accepted: ${message}.`
        : `NATS at ${where} cannot be used: ${message}.`
  }
}

/** The server says that the consumer is missing. */
export class ConsumerGone extends Error {
  override readonly name = 'ConsumerGone'
}

/** Whether a stream, a consumer or JetStream itself is missing. */
export function isGone(error: unknown): boolean {
  if (error instanceof ConsumerGone) return true
  if (!(error instanceof NatsError)) return false
  // The server rejects requests with such codes, too: a full stream says 503.
  return error.api_error ? error.api_error.code === 404 : error.code === ErrorCode.NoResponders
}

function sentenceForApi(
  fault: { readonly description: string; readonly code: number },
  where: string,
): string {
  const { description } = fault
  if (/not enabled/i.test(description)) return `NATS at ${where} has no JetStream: switch it on.`
  if (/insufficient|exceeded|no space/i.test(description))
    return `NATS at ${where} has no space left for messages (${description}): give JetStream more storage.`
  return `NATS at ${where} refuses: ${description}.`
}

function named(error: unknown): { readonly code: unknown; readonly message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) }
  return { code: 'code' in error ? error.code : undefined, message: error.message || 'no reason given' }
}
