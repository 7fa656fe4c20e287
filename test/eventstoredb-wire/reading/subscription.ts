import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { BEFORE_ALL, indexAfter, position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import { type ReadReq, ReadResp } from '../messages.js'
import { refusals } from '../refusals.js'
import type { Wire } from '../wire.js'
import { checkpointer } from './checkpoints.js'
import type { Send } from './read.js'

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>

/**
 * Sends what is on record in the streams of some prefixes, then what comes. A subscription is live or catching up; a live
 * one that lags too far goes back to catching up, as the real one does when its buffer of live events overflows.
 */
export async function subscribe(
  wire: Wire,
  options: Options,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  const { settings, faults, log } = wire
  const { records } = log
  await send(confirmation())
  const { wants, interval } = filterOf(options)
  const at = options.getAll()?.getPosition()
  const after = at === undefined ? BEFORE_ALL : position(at)
  const checkpoints = checkpointer(wire, { after, interval }, send)
  const start = at === undefined ? 0 : indexAfter(records, after)
  let index = at === undefined ? start : stepBack(records.slice(0, start), wants, faults.resend)
  let live = false
  let caughtUpWith = index
  while (!signal.aborted) {
    const hung = faults.hung()
    if (hung !== undefined) {
      await hung
      continue
    }
    const record = records[index]
    if (live && records.length - index > settings.liveBuffer) live = false
    if (record === undefined) {
      if (live) await growth(wire, index, signal)
      else {
        await checkpoints.goingLive(index > caughtUpWith)
        if (settings.caughtUp) await send(caughtUp())
        live = true
        caughtUpWith = index
      }
      // Something may have been recorded while that was sent.
      continue
    }
    if (live && faults.liveDelay > 0) await delay(faults.liveDelay, undefined, { signal })
    index += 1
    if (wants(record)) {
      const full = send(record.frame())
      checkpoints.delivered(record)
      if (full !== undefined) await full
      countDown(wire)
    }
    const full = checkpoints.considered(record, live)
    if (full !== undefined) await full
  }
}

/** What the server looks through at a time when the client leaves that to it. */
const OWN_WINDOW = 32

/** A filter by prefixes of the stream's name, and how many considered events bring a checkpoint. */
function filterOf(options: Options) {
  const filter = options.getFilter()
  const prefixes = filter?.getStreamIdentifier()?.getPrefixList()
  if (filter === undefined || prefixes === undefined) throw refusals.notServed('A subscription like that')
  const wants = ({ stream }: LogRecord): boolean => prefixes.some((prefix) => stream.startsWith(prefix))
  return {
    wants,
    interval: (filter.hasMax() ? filter.getMax() : OWN_WINDOW) * filter.getCheckpointintervalmultiplier(),
  }
}

/** Where a subscription begins that is to get its last events again. */
function stepBack(
  before: readonly LogRecord[],
  wants: (record: LogRecord) => boolean,
  events: number,
): number {
  const wanted = before.filter(wants)
  const again = events === 0 ? undefined : wanted.at(-Math.min(events, wanted.length))
  return again === undefined ? before.length : before.indexOf(again)
}

function countDown({ faults, calls }: Wire): void {
  faults.killAfter -= 1
  if (faults.killAfter > 0) return
  faults.killAfter = Infinity
  calls.end(refusals.connectionLost(), 'subscription')
}

/** Resolves when the log is longer than it was; rejects when the call ends. */
function growth({ log }: Wire, length: number, signal: AbortSignal): Promise<void> {
  if (log.records.length > length) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      stop()
      signal.removeEventListener('abort', end)
      act()
    }
    const end = settle(() => reject(signal.reason))
    const stop = log.onGrowth(settle(resolve))
    signal.addEventListener('abort', end)
  })
}

function confirmation(): Uint8Array {
  const confirmed = new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
  return new ReadResp().setConfirmation(confirmed).serializeBinary()
}

function caughtUp(): Uint8Array {
  return new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary()
}
