import { BEFORE_ALL, type Position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import type { Wire } from '../wire.js'
import { frames } from './frames.js'
import type { Sink } from './sink.js'
import type { Source } from './subscription-source.js'

/** A filtered subscription hears how far the server has looked, so that it need not look there again. */
export function checkpointer(wire: Wire, source: Source, sink: Sink) {
  const { settings, faults } = wire
  let considered = 0
  let last: LogRecord | undefined
  /** the place of the event or checkpoint that was sent last */
  let sent = source.after
  let checkpoint: Position | undefined

  const send = (at: Position): Promise<void> | undefined => {
    sent = at
    // As the server compares them: nothing is higher than the place before all others, once that has been sent.
    if (checkpoint && !isHigher(at, checkpoint)) return undefined
    checkpoint = at
    return sink.frame(frames.checkpoint(at))
  }
  const after = (record: LogRecord): Position =>
    settings.checkpoints === 'next-record'
      ? { commit: record.position + record.size, prepare: 0 }
      : { commit: record.position, prepare: record.position }

  return {
    delivered({ position }: LogRecord): void {
      sent = { commit: position, prepare: position }
    },
    considered(record: LogRecord, live: boolean): Promise<void> | undefined {
      if (source.filter === undefined) return undefined
      last = record
      considered += 1
      if (faults.eagerCheckpoints) return send(after(record))
      if (considered < source.filter.interval) return undefined
      considered = 0
      return send(live ? { commit: record.position, prepare: record.position } : after(record))
    },
    goingLive(caughtUp: boolean): Promise<void> | undefined {
      considered = 0
      const { checkpointAtEndOfCatchUp: which } = settings
      if (!caughtUp || last === undefined || which === 'none') return undefined
      return send(which === 'last-sent' ? sent : after(last))
    },
  }
}

function isHigher(a: Position, b: Position): boolean {
  if (b === BEFORE_ALL) return false
  if (a === BEFORE_ALL) return true
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
}
