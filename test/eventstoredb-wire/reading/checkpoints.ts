import { BEFORE_ALL, onWire, type Position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import { ReadResp } from '../messages.js'
import type { Wire } from '../wire.js'
import type { Send } from './read.js'

/**
 * A filtered subscription hears how far the server has looked, so that it need not look there again.
 *
 * @param options.after the place in `$all` that the client named, or before all
 * @param options.interval how many considered events bring a checkpoint
 */
export function checkpointer(
  { settings, faults }: Wire,
  options: { readonly after: Position; readonly interval: number },
  send: Send,
) {
  let considered = 0
  /** the place of the event or checkpoint that was sent last */
  let sent = options.after
  let checkpoint: Position | undefined

  const pass = (at: Position): Promise<void> | undefined => {
    sent = at
    // As the server compares them: nothing is higher than the place before all others, once that has been sent.
    if (checkpoint && !isHigher(at, checkpoint)) return undefined
    checkpoint = at
    return send(frame(at))
  }

  return {
    delivered({ position }: LogRecord): void {
      sent = { commit: position, prepare: position }
    },
    considered({ position, size }: LogRecord, live: boolean): Promise<void> | undefined {
      // Those of catching up point to where the next record stands or will stand.
      const next = { commit: position + size, prepare: 0 }
      considered += 1
      if (faults.eagerCheckpoints) return pass(next)
      if (considered < options.interval) return undefined
      considered = 0
      return pass(live ? { commit: position, prepare: position } : next)
    },
    goingLive(caughtUp: boolean): Promise<void> | undefined {
      considered = 0
      return caughtUp && settings.checkpointAtEndOfCatchUp ? pass(sent) : undefined
    },
  }
}

function frame({ commit, prepare }: Position): Uint8Array {
  const checkpoint = new ReadResp.Checkpoint()
    .setCommitPosition(onWire(commit))
    .setPreparePosition(onWire(prepare))
  return new ReadResp().setCheckpoint(checkpoint).serializeBinary()
}

function isHigher(a: Position, b: Position): boolean {
  if (b === BEFORE_ALL) return false
  if (a === BEFORE_ALL) return true
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
}
