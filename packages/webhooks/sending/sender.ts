import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import type { AddressGuard } from './address-guard.js'
import { type Deadlines, standardDeadlines } from './deadlines.js'
import { findAddresses, hostOf } from './find-addresses.js'
import { readAnswer } from './read-answer.js'
import { type Resolver, systemResolver } from './resolver.js'
import { faultOf } from './send-fault.js'
import type { SendResult } from './send-result.js'

/** Sends POST requests to places that customers have named. */
export interface Sender {
  /** Never rejects. `signal` breaks the attempt off. */
  send(attempt: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Uint8Array
    readonly signal: AbortSignal
  }): Promise<SendResult>
  close(): Promise<void>
}

export interface SenderOptions {
  readonly guard: AddressGuard
  readonly resolve?: Resolver
  readonly deadlines?: Deadlines
}

/**
 * Opens a sender. It follows no redirects, uses no proxy and decompresses nothing, since undici's `request` does none
 * of these unless told to. The addresses that the guard has allowed are the very ones that are connected to.
 */
export function openSender(options: SenderOptions): Sender {
  const { guard, resolve = systemResolver, deadlines = standardDeadlines } = options
  const { dnsMs, connectMs, totalMs } = deadlines
  const rules = { guard, resolve, timeoutMs: dnsMs }
  const lookup = guardedLookup(rules)
  const agent = new Agent({
    connect: { lookup, timeout: connectMs },
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    pipelining: 1,
    // makes Node ask `lookup` for all addresses at once, whatever flags it was started with
    autoSelectFamily: true,
  })
  return {
    async send({ url, headers, body, signal }) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), totalMs)
      const breakOff = (): void => deadline.abort()
      signal.addEventListener('abort', breakOff, { once: true })
      try {
        signal.throwIfAborted()
        const target = new URL(url)
        // undici does not look up addresses, so the guard must see them before.
        if (isIP(hostOf(target))) await findAddresses(hostOf(target), rules)
        const answer = await request(target, {
          method: 'POST',
          headers,
          body,
          dispatcher: agent,
          signal: deadline.signal,
        })
        const retryAfter = answer.headers['retry-after']
        return {
          kind: 'answered',
          status: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0],
          body: await readAnswer(answer.body),
        }
      } catch (error) {
        if (signal.aborted) return { kind: 'interrupted' }
        return { kind: 'failed', ...faultOf(error, deadline.signal.aborted) }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', breakOff)
      }
    },
    close: () => agent.destroy(),
  }
}

/** What undici calls with each host name, right before it connects to what this answers. */
function guardedLookup(rules: Parameters<typeof findAddresses>[1]): LookupFunction {
  return (hostname, _, callback) => {
    findAddresses(hostname, rules).then(
      (addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}
