import { EventNotStorable, OutcomeUnknown, StoreUnavailable } from '../port.js'
import { NoAnswer } from './collect.js'
import { NotSent } from './not-sent.js'

/** What went wrong, as far as it makes a difference here; the client's names where it has one. */
export type FailureKind =
  | 'access-denied'
  | 'not-leader'
  | 'stream-not-found'
  | 'stream-deleted'
  | 'maximum-append-size-exceeded'
  | 'unimplemented'
  | 'not-ready'
  | 'not-connected'
  | 'not-begun'
  | 'broken'
  | 'late'
  | 'other'

/** gRPC's status codes: the client passes some errors on as gRPC made them. */
const KINDS_BY_CODE = new Map<unknown, FailureKind>([
  [4, 'late'],
  [7, 'access-denied'],
  [12, 'unimplemented'],
  [16, 'access-denied'],
])

const NAMED: readonly FailureKind[] = [
  'access-denied',
  'not-leader',
  'stream-not-found',
  'stream-deleted',
  'maximum-append-size-exceeded',
]

/** gRPC's and the client's words for a server that was not found. */
const NOT_CONNECTED = /no connection established|name resolution failed|failed to discover/i

/** gRPC's words for a call on a connection that was closed a moment ago. */
const NOT_BEGUN = /closed before call started|channel has been shut down/i

/** gRPC's words for a connection that was lost while a call was under way. */
const BROKEN = /connection dropped|ECONNRESET/i

/** Tells failures apart by the client's type, or else by gRPC's code, or else by the words of either. */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof NotSent) return 'not-begun'
  const { type, code } = isRecord(error) ? error : {}
  const named = NAMED.find((kind) => kind === type) ?? KINDS_BY_CODE.get(code)
  if (named) return named
  const words = wordsOf(error)
  if (/not ready|too busy|no leader info/i.test(words)) return 'not-ready'
  if (NOT_BEGUN.test(words)) return 'not-begun'
  if (NOT_CONNECTED.test(words)) return 'not-connected'
  if (BROKEN.test(words)) return 'broken'
  return 'other'
}

/** Makes errors of the port from errors of the client, with sentences for the operator of a server at `place`. */
export function failuresOf(place: string, sendsCredentials: boolean): Failures {
  const sentence = (error: unknown): string =>
    `EventStoreDB at ${place} ${predicate(error, sendsCredentials)}`
  const unavailable = (error: unknown): Error => {
    if (error instanceof StoreUnavailable) return error
    return new StoreUnavailable(sentence(error), { cause: error })
  }
  const unknown = (error: unknown): Error =>
    new OutcomeUnknown(`it is unknown whether an append was recorded: ${sentence(error)}`, { cause: error })
  return {
    unavailable,
    unknown,
    ofAppend(error, isForAll) {
      if (error instanceof StoreUnavailable) return error
      const kind = kindOf(error)
      if (kind === 'maximum-append-size-exceeded')
        return new EventNotStorable(sentence(error), { cause: error })
      if (isRefusal(kind) || (isCertain(kind) && (!isForAll || isAnswer(error)))) return unavailable(error)
      return unknown(error)
    },
  }
}

export interface Failures {
  /** A failure to connect or to read: nothing was recorded. */
  unavailable(error: unknown): Error
  /** A failure that leaves open whether an append was recorded. */
  unknown(error: unknown): Error
  /**
   * A failed append.
   *
   * @param isForAll when the connection fails, all appends that are under way on any fail with it
   */
  ofAppend(error: unknown, isForAll: boolean): Error
}

/** The server has looked at the append and said no. */
function isRefusal(kind: FailureKind): boolean {
  return (
    kind === 'access-denied' || kind === 'stream-deleted' || kind === 'not-leader' || kind === 'unimplemented'
  )
}

/** A batch append that the server answered; the end of the stream that all share has a status code instead. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && !('code' in error && error.code !== undefined)
}

/** The append never reached a log. */
function isCertain(kind: FailureKind): boolean {
  return kind === 'not-ready' || kind === 'not-connected' || kind === 'not-begun'
}

function predicate(error: unknown, sendsCredentials: boolean): string {
  if (error instanceof NoAnswer) return `did not answer within ${error.milliseconds} ms`
  const kind = kindOf(error)
  switch (kind) {
    case 'access-denied':
      return sendsCredentials
        ? 'refuses the credentials of EVENTSTOREDB_URL, or they do not allow this'
        : 'asks for credentials; EVENTSTOREDB_URL has none, or they are not sent because it says tls=false'
    case 'not-leader':
      return 'does not lead its cluster, and no leader could be reached in time'
    case 'stream-not-found':
      return 'has no such stream'
    case 'stream-deleted':
      return 'has this stream on record as deleted permanently'
    case 'maximum-append-size-exceeded':
      return `takes at most ${limitIn(error)} bytes in one append`
    case 'unimplemented':
      return 'does not know this call: it is too old, or another kind of server'
    case 'not-ready':
      return `is not ready: ${wordsOf(error)}`
    case 'late':
      return 'did not answer in time'
    case 'not-connected':
    case 'not-begun':
    case 'broken':
    case 'other':
      return unreachable(withoutFrame(wordsOf(error)))
    default:
      return kind satisfies never
  }
}

function limitIn(error: unknown): string {
  return error instanceof Error && 'maxAppendSize' in error ? String(error.maxAppendSize) : 'so many'
}

function unreachable(words: string): string {
  if (/wrong version number|packet length too long/i.test(words))
    return 'answers without TLS; if that is intended, add tls=false to EVENTSTOREDB_URL'
  if (/certificate|self.signed|altname/i.test(words))
    return `shows a certificate that is not trusted (${words}); tlsCAFile in EVENTSTOREDB_URL names the authority to trust`
  if (/protocol error|parse error|http\/1/i.test(words))
    return 'does not speak gRPC: something else listens there, or it expects TLS'
  if (/failed to connect\b/i.test(words))
    return 'accepts connections and ends them at once: it may expect TLS, where EVENTSTOREDB_URL says tls=false'
  if (/failed to discover/i.test(words)) return 'does not answer, or no server of the cluster leads it'
  return `does not answer: ${words}`
}

/** gRPC puts what the system said between words of its own. */
function withoutFrame(words: string): string {
  const [said = words] = words.split(/ \(\d{4}-\d\d-\d\dT|\. Resolution note:/)
  return said.replace(/^No connection established\. Last error: (Error: )?/, '')
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = 'details' in error ? error.details : undefined
  return (typeof details === 'string' && details) || error.message || error.name
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
