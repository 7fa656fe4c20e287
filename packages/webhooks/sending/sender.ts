import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import type { AddressGuard } from './address-guard.js'
import { guardedConnector } from './connector.js'
import { type Deadlines, standardDeadlines } from './deadlines.js'
import { findAddresses, hostOf, portOf } from './find-addresses.js'
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
  const dns = { resolve, timeoutMs: dnsMs }
  const agent = new Agent({
    connect: guardedConnector(guard, { ...dns, connectMs }),
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    // never reached, see limitAnswers
    maxHeaderSize: 1024 * 1024,
    pipelining: 1,
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
        if (isIP(hostOf(target)))
          await findAddresses(hostOf(target), { ...dns, port: guard.at(portOf(target)) })
        // undici itself looks at the signal only once it is connected.
        const answer = await Promise.race([
          request(target, { method: 'POST', headers, body, dispatcher: agent, signal: deadline.signal }),
          rejectOnAbort(deadline.signal),
        ])
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

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('broken off')), { once: true })
  })
}
