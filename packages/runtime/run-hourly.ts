import { sleep } from './abort.js'

/** How long to wait, milliseconds: before the first time, between two, and after a fault. */
export interface Pauses {
  readonly soonMs: number
  readonly everyMs: number
  readonly afterFaultMs: number
}

const HOURLY: Pauses = { soonMs: 30_000, everyMs: 3_600_000, afterFaultMs: 300_000 }

/** Does work half a minute after the start and then every hour, until the signal aborts. Never rejects: after a fault it retries. */
export async function runHourly(
  work: () => Promise<void>,
  options: {
    readonly signal: AbortSignal
    readonly onFault: (error: unknown) => void
    readonly pauses?: Pauses
  },
): Promise<void> {
  const { signal, onFault, pauses = HOURLY } = options
  let pauseMs = pauses.soonMs
  while (await sleep(pauseMs, signal)) {
    try {
      await work()
      pauseMs = pauses.everyMs
    } catch (error) {
      if (!signal.aborted) onFault(error)
      pauseMs = pauses.afterFaultMs
    }
  }
}
