import type { Position } from '../log/positions.js'
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
  let sent = -1

  const send = (at: Position): Promise<void> | undefined => {
    if (at.commit <= sent) return undefined
    sent = at.commit
    return sink.frame(frames.checkpoint(at))
  }
  const after = (record: LogRecord): Position =>
    settings.checkpoints === 'next-record'
      ? { commit: record.position + record.size, prepare: 0 }
      : { commit: record.position, prepare: record.position }

  return {
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
      if (!caughtUp || last === undefined || !settings.checkpointAtEndOfCatchUp) return undefined
      return send(after(last))
    },
  }
}
