import type { handleServerStreamingCall } from '@grpc/grpc-js'
import { asRefusal } from '../calls.js'
import { indexAt, position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import { ReadReq } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'
import { filterOf } from './filter.js'
import { frames } from './frames.js'
import { type ReadCall, type Sink, sinkOf } from './sink.js'
import { subscribe } from './subscription.js'

type Options = NonNullable<ReturnType<ReadReq['getOptions']>>

/** Read: one stream or `$all`, in either direction, once or as a subscription. */
export function readPath(wire: Wire): handleServerStreamingCall<ReadReq, Uint8Array> {
  return (call) => {
    const kind = call.request.getOptions()?.hasSubscription() ? 'subscription' : 'call'
    wire.calls
      .run(call, kind, (signal) => serve(wire, call, signal))
      .then(
        () => call.end(),
        (error: unknown) => call.emit('error', asRefusal(error)),
      )
  }
}

async function serve(wire: Wire, call: ReadCall, signal: AbortSignal): Promise<void> {
  if (!(await admit(wire, call.metadata, 'read'))) throw refusals.accessDenied()
  const options = call.request.getOptions()
  if (options === undefined) throw refusals.invalid('A read needs options.')
  const sink = sinkOf(call, signal)
  if (options.hasSubscription()) await subscribe(wire, options, sink, signal)
  else if (options.hasAll())
    await send(wire, sink, allRecords(wire, options), Number(options.getCount()), signal)
  else await readStream(wire, options, sink, signal)
}

async function readStream(wire: Wire, options: Options, sink: Sink, signal: AbortSignal): Promise<void> {
  const target = options.getStream()
  const name = Buffer.from(target?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  const stream = wire.log.stream(name)
  if (stream?.tombstoned) throw refusals.streamDeleted(name)
  if (stream === undefined || stream.events.length === 0 || stream.visibleFrom === Infinity) {
    await sink.frame(frames.streamNotFound(name))
    return
  }
  const from = target?.hasRevision() ? Number(target.getRevision()) : target?.hasEnd() ? Infinity : 0
  const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS
  const records = backwards
    ? stream.events.slice(stream.visibleFrom, from + 1).reverse()
    : stream.events.slice(Math.max(from, stream.visibleFrom))
  await send(wire, sink, records, Number(options.getCount()), signal)
}

/** Forwards from a position inclusive, backwards from one exclusive. */
function* allRecords(wire: Wire, options: Options): Iterable<LogRecord> {
  const { records } = wire.log
  const filter = options.getFilter()
  const wants = filter === undefined ? () => true : filterOf(filter, wire.settings.readBatch).wants
  const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS
  const step = backwards ? -1 : 1
  const all = options.getAll()
  const at = all?.getPosition()
  const from = at !== undefined ? indexAt(records, position(at)) : all?.hasEnd() ? records.length : 0
  // The log may grow while the client reads; it is not read further than its end was.
  const end = backwards ? -1 : records.length
  for (let index = backwards ? from - 1 : from; step * index < step * end; index += step) {
    const record = records[index]
    if (record !== undefined && wants(record)) yield record
  }
}

async function send(
  wire: Wire,
  sink: Sink,
  records: Iterable<LogRecord>,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  let sent = 0
  for (const record of records) {
    if (sent >= count || signal.aborted) return
    if (wire.faults.hung !== undefined) await wire.faults.hung
    const full = sink.event(record)
    if (full !== undefined) await full
    sent += 1
  }
}
