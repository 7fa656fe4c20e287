import { BEFORE_ALL, indexAfter, type Position, position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import type { ReadReq } from '../messages.js'
import { refusals } from '../refusals.js'
import type { Wire } from '../wire.js'
import { type Filter, filterOf } from './filter.js'

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>

/** What a subscription reads: `$all` or one stream, from where. */
export interface Source {
  /** the log's or the stream's records; grows */
  readonly records: () => readonly LogRecord[]
  readonly start: number
  /** the place in `$all` that the client named, or before all */
  readonly after: Position
  /** whether the client named a place to go on after */
  readonly resumed: boolean
  readonly filter: Filter | undefined
}

/** @throws Refusal for a stream that is permanently deleted */
export function sourceOf(wire: Wire, options: Options): Source {
  const all = options.getAll()
  if (all === undefined) return streamSource(wire, options)
  const { records } = wire.log
  const filter = options.getFilter()
  const at = all.getPosition()
  return {
    records: () => records,
    start: at !== undefined ? indexAfter(records, position(at)) : all.hasEnd() ? records.length : 0,
    after: at === undefined ? BEFORE_ALL : position(at),
    resumed: at !== undefined,
    filter: filter === undefined ? undefined : filterOf(filter, wire.settings.readBatch),
  }
}

function streamSource(wire: Wire, options: Options): Source {
  const target = options.getStream()
  const name = Buffer.from(target?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  const records = (): readonly LogRecord[] => {
    const stream = wire.log.stream(name)
    if (stream?.tombstoned) throw refusals.streamDeleted(name)
    return stream?.events ?? []
  }
  const visibleFrom = wire.log.stream(name)?.visibleFrom ?? 0
  const first = visibleFrom === Infinity ? records().length : visibleFrom
  const resumed = target?.hasRevision() ?? false
  const after = resumed ? Number(target?.getRevision()) + 1 : target?.hasEnd() ? records().length : 0
  return { records, start: Math.max(first, after), after: BEFORE_ALL, resumed, filter: undefined }
}
