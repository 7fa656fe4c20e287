import type { EventEmitter } from 'node:events'
import { Refusal, refusals } from './refusals.js'

type Kind = 'call' | 'subscription'

/** Every call that is under way, so that all can be ended from this side. */
export interface OpenCalls {
  /** Runs a call's work; its signal aborts, and the promise rejects, when client or server end it. */
  run<T>(call: EventEmitter, kind: Kind, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** How many calls are under way. */
  count(kind: Kind): number
  /** Ends calls with a status; returns how many. */
  end(reason: Refusal, kind?: Kind): number
}

export function openCalls(): OpenCalls {
  const open = new Set<{ readonly kind: Kind; readonly ending: AbortController }>()
  return {
    async run(call, kind, work) {
      const ending = new AbortController()
      const entry = { kind, ending }
      open.add(entry)
      const cancelled = (): void => ending.abort(refusals.cancelled())
      call.once('cancelled', cancelled)
      try {
        return await Promise.race([work(ending.signal), aborted(ending.signal)])
      } finally {
        open.delete(entry)
        call.off('cancelled', cancelled)
      }
    },
    count: (kind) => [...open].filter((entry) => entry.kind === kind).length,
    end(reason, kind) {
      const ended = [...open].filter((entry) => kind === undefined || entry.kind === kind)
      for (const { ending } of ended) ending.abort(reason)
      return ended.length
    },
  }
}

/** Rejects with the signal's reason when it aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Whatever was thrown, as something that can be answered. */
export function asRefusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : refusals.unexpected(String(thrown))
}

/** Hands over a stream's messages one by one; waits where the handler does. Resolves at the stream's end. */
export function eachMessage<T>(
  call: EventEmitter & { pause(): unknown; resume(): unknown },
  signal: AbortSignal,
  handle: (message: T) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      call.off('data', take)
      reject(error)
    }
    const take = (message: T): void => {
      try {
        const handling = handle(message)
        if (handling === undefined) return
        call.pause()
        handling.then(() => call.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    call.on('data', take)
    call.once('end', resolve)
    call.once('error', fail)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
}
