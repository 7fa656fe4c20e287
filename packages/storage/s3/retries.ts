import { backoff, throttled } from '@ecmr/runtime'
import type { ObserveStorage, StorageOperation } from '../port.js'
import { StorageUnavailable } from '../storage-unavailable.js'
import { s3Fault } from './s3-fault.js'

const TRIES = 3
const TRY_MS = 8_000
const PAUSES = { firstDelayMs: 200, maxDelayMs: 2_000 }

export interface RetryOptions {
  readonly log?: { warn(fields: object, message: string): void }
  readonly observe?: ObserveStorage
}

/** Runs work again when its fault may pass. Every try gets a signal of its own, which aborts it in time. */
export type Retrying = <Result>(
  operation: StorageOperation,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** Requests are made up to three times; what fails then, or at once because it will not pass, is StorageUnavailable. */
export function retrying({ log, observe }: RetryOptions): Retrying {
  const warn = throttled(({ message }) => log?.warn({}, message))
  return async (operation, signal, work) => {
    const pauses = backoff(PAUSES)
    for (let tries = 1; ; tries++) {
      const began = performance.now()
      try {
        return await work(AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]))
      } catch (error) {
        const fault = s3Fault(error)
        if (fault === undefined) throw error
        const unavailable = new StorageUnavailable(fault.reason)
        if (!fault.passes || tries === TRIES || signal.aborted) throw unavailable
        warn(new Error(`${unavailable.message} It is asked again.`))
        observe?.(operation, 'retried', (performance.now() - began) / 1_000)
        if (!(await pauses.wait(signal))) throw unavailable
      }
    }
  }
}
