import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { LogRecord } from '../log/records.js'
import type { ReadReq } from '../messages.js'
import type { Wire } from '../wire.js'
import { checkpointer } from './checkpoints.js'
import { frames } from './frames.js'
import type { Sink } from './sink.js'
import { type Source, sourceOf } from './subscription-source.js'

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>

/**
 * Sends what is on record, then what comes. A subscription is live or catching up; a live one that lags too far goes
 * back to catching up, as the real one does when its buffer of live events overflows.
 */
export async function subscribe(
  wire: Wire,
  options: Options,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { settings, faults } = wire
  await sink.frame(frames.confirmation(randomUUID()))
  const source = sourceOf(wire, options)
  const checkpoints = checkpointer(wire, source, sink)
  let index = source.resumed ? stepBack(source, faults.resend) : source.start
  let live = false
  let caughtUpWith = index
  while (!signal.aborted) {
    if (faults.hung !== undefined) {
      await faults.hung
      continue
    }
    const waiting = source.records().length - index
    const record = source.records()[index]
    if (live && waiting > settings.liveBuffer) live = false
    if (record === undefined) {
      if (!live) {
        await checkpoints.goingLive(index > caughtUpWith)
        if (settings.caughtUp) await sink.frame(frames.caughtUp())
        live = true
        caughtUpWith = index
        // Something may have been recorded while that was sent.
        continue
      }
      await growth(wire, source, index, signal)
      continue
    }
    if (live && faults.liveDelay > 0) await delay(faults.liveDelay, undefined, { signal })
    index += 1
    if (wants(source, record)) {
      const full = sink.event(record)
      checkpoints.delivered(record)
      if (full !== undefined) await full
      countDown(wire)
    }
    const full = checkpoints.considered(record, live)
    if (full !== undefined) await full
  }
}

function wants({ filter }: Source, record: LogRecord): boolean {
  return filter === undefined || filter.wants(record)
}

/** Where a subscription begins that is to get its last events again. */
function stepBack(source: Source, events: number): number {
  const records = source.records()
  let left = events
  for (let index = source.start; index > 0; index -= 1) {
    if (left === 0) return index
    const before = records[index - 1]
    if (before !== undefined && wants(source, before)) left -= 1
  }
  return left === events ? source.start : 0
}

function countDown({ faults, calls }: Wire): void {
  faults.killAfter -= 1
  if (faults.killAfter > 0) return
  faults.killAfter = Infinity
  calls.end(faults.killAs, 'subscription')
}

/** Resolves when the source is longer than it was; rejects when the call ends. */
function growth(wire: Wire, source: Source, length: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      try {
        if (source.records().length === length) return
        resolve()
      } catch (error) {
        reject(error)
      }
      settled()
    }
    const end = (): void => {
      settled()
      reject(signal.reason)
    }
    const settled = (): void => {
      stop()
      signal.removeEventListener('abort', end)
    }
    const stop = wire.log.onGrowth(check)
    signal.addEventListener('abort', end)
  })
}
