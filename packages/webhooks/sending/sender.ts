import { isIP } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import type { AddressGuard } from './address-guard.js'
import { guardedConnector } from './connector.js'
import { findAddresses, hostOf, portOf, type Resolver, systemResolver } from './find-addresses.js'
import { faultOf, OutOfTime, type SendResult } from './send-result.js'

/** How long an attempt may take, milliseconds. */
export interface Deadlines {
  /** until DNS has answered */
  readonly dnsMs: number
  /** until the connection stands, DNS and TLS included */
  readonly connectMs: number
  /** altogether, the answer's body included */
  readonly totalMs: number
}

const standardDeadlines: Deadlines = { dnsMs: 3_000, connectMs: 5_000, totalMs: 15_000 }

/** Sends POST requests to places that customers have named. */
export interface Sender {
  /** Never rejects. */
  send(attempt: Attempt): Promise<SendResult>
  /** Breaks off what is under way, and whatever is sent later. */
  breakOff(): void
  close(): Promise<void>
}

interface Attempt {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface SenderOptions {
  readonly guard: AddressGuard
  readonly resolve?: Resolver
  readonly deadlines?: Deadlines
}

/**
 * Opens a sender. It follows no redirects, uses no proxy and decompresses nothing, since undici's dispatchers do none
 * of these by default. It connects to exactly the addresses that the guard has allowed.
 */
export function openSender(options: SenderOptions): Sender {
  const { guard, resolve = systemResolver, deadlines = standardDeadlines } = options
  const { dnsMs, connectMs, totalMs } = deadlines
  const dns = { resolve, timeoutMs: dnsMs }
  const agent = new Agent({
    connect: guardedConnector(guard, { ...dns, connectMs }),
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    // never reached, see limitAnswers
    maxHeaderSize: 1024 * 1024,
    pipelining: 1,
  })
  const underWay = new Set<Exchange>()
  let isStopped = false

  async function post(target: URL, { headers, body }: Attempt): Promise<Answer> {
    const { origin, pathname, search } = target
    // undici does not look up addresses, so the guard must see them before.
    if (isIP(hostOf(target))) await findAddresses(hostOf(target), { ...dns, port: guard.at(portOf(target)) })
    const sent = exchange(agent, { origin, path: pathname + search, headers, body })
    const timer = setTimeout(() => sent.breakOff(new OutOfTime()), totalMs)
    underWay.add(sent)
    try {
      return await sent.answer
    } finally {
      underWay.delete(sent)
      clearTimeout(timer)
    }
  }

  return {
    async send(attempt) {
      if (isStopped) return { kind: 'interrupted' }
      try {
        return { kind: 'answered', ...(await post(new URL(attempt.url), attempt)) }
      } catch (error) {
        if (error instanceof BrokenOff) return { kind: 'interrupted' }
        return { kind: 'failed', ...faultOf(error) }
      }
    },
    breakOff() {
      isStopped = true
      for (const sent of underWay) sent.breakOff(new BrokenOff())
    },
    close: () => agent.destroy(),
  }
}

/** We stopped. */
class BrokenOff extends Error {}

/** What has come back from a receiver. */
interface Answer {
  readonly status: number
  /** the `retry-after` header */
  readonly retryAfter: string | undefined
  /** the first 4 KB of the body, as text */
  readonly body: string
}

/** A request on its way. */
interface Exchange {
  /**
   * Resolves once the answer is there. A body that breaks off does not matter, for whatever reason: the status has
   * arrived, and the body is kept for people only. Rejects when there is not even a status.
   */
  readonly answer: Promise<Answer>
  /** Ends it at once, whatever it is waiting for: without a status for this reason. */
  breakOff(reason: Error): void
}

interface Post {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Posts once, and takes the answer as it comes from undici's parser: its `request` would make a stream of each, and an
 * abort signal for each, which cost more than all the rest of sending.
 */
function exchange(dispatcher: Dispatcher, { origin, path, headers, body }: Post): Exchange {
  let connected: Dispatcher.DispatchController | undefined
  let head: Pick<Answer, 'status' | 'retryAfter'> | undefined
  let brokenOff: Error | undefined
  let end: (error?: Error) => void = () => undefined
  const beginning = keepBeginning()
  const answer = new Promise<Answer>((resolve, reject) => {
    end = (error) => (head ? resolve({ ...head, body: beginning.text() }) : reject(error))
  })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      connected = controller
      if (brokenOff) controller.abort(brokenOff)
    },
    onResponseStart(_, status, { 'retry-after': retryAfter }) {
      // Early hints and the like come before the answer.
      if (status >= 200) head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter }
    },
    onResponseData(controller, chunk) {
      if (!beginning.take(chunk)) controller.abort(new Error('enough'))
    },
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  }
  dispatcher.dispatch({ origin, path, method: 'POST', headers: { ...headers }, body }, handler)
  return {
    answer,
    // undici itself could do so only once it is connected.
    breakOff(reason) {
      brokenOff = reason
      connected?.abort(reason)
      end(reason)
    },
  }
}

const MOST_READ = 64 * 1024
const MOST_KEPT = 4 * 1024

/** The beginning of a body that comes in pieces. */
interface Beginning {
  /** Keeps what belongs to the first 4 KB; false when 64 KB have come and nothing more need be read. */
  take(piece: Uint8Array): boolean
  /** What was kept, as text. */
  text(): string
}

function keepBeginning(): Beginning {
  const kept: Uint8Array[] = []
  let taken = 0
  return {
    take(piece) {
      if (taken < MOST_KEPT) kept.push(piece.slice(0, MOST_KEPT - taken))
      taken += piece.length
      return taken < MOST_READ
    },
    text() {
      if (kept.length === 0) return ''
      // Postgres takes any character in text but this one. A character that was cut in half is left out.
      return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\uFFFD')
    },
  }
}
