import { isIP } from 'node:net'
import { Agent } from 'undici'
import type { AddressGuard } from './address-guard.js'
import { guardedConnector } from './connector.js'
import { type Answer, type Exchange, exchange } from './exchange.js'
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
