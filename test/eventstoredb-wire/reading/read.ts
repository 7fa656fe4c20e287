import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { asRefusal } from '../calls.js'
import { indexAt, position } from '../log/positions.js'
import type { LogRecord } from '../log/records.js'
import { ReadReq, ReadResp, StreamIdentifier, streamName } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'
import { subscribe } from './subscription.js'

type ReadCall = ServerWritableStream<ReadReq, Uint8Array>
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>

/** Sends an encoded message; waits when the client does not keep up, undefined when there is room for more at once. */
export type Send = (frame: Uint8Array) => Promise<void> | undefined

/** Read: one stream or `$all`, in either direction; or a subscription to a part of `$all`. */
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
  const send: Send = (frame) => (call.write(frame) ? undefined : drained(call, signal))
  if (options.hasSubscription()) return subscribe(wire, options, send, signal)
  const records = options.hasAll() ? allRecords(wire, options) : streamRecords(wire, options)
  if (records === undefined) return send(streamNotFound(streamName(options.getStream())))
  let left = Number(options.getCount())
  for (const record of records) {
    if (left === 0 || signal.aborted) return
    const hung = wire.faults.hung()
    if (hung !== undefined) await hung
    await send(record.frame())
    left -= 1
  }
}

function isBackwards(options: Options): boolean {
  return options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS
}

function streamRecords(wire: Wire, options: Options): readonly LogRecord[] | undefined {
  const target = options.getStream()
  const name = streamName(target)
  const stream = wire.log.stream(name)
  if (stream?.tombstoned) throw refusals.streamDeleted(name)
  if (stream === undefined) return undefined
  const from = target?.hasRevision() ? Number(target.getRevision()) : target?.hasEnd() ? Infinity : 0
  return isBackwards(options) ? stream.events.slice(0, from + 1).reverse() : stream.events.slice(from)
}

/** Forwards from a position inclusive, backwards from one exclusive. */
function* allRecords(wire: Wire, options: Options): Iterable<LogRecord> {
  const { records } = wire.log
  const backwards = isBackwards(options)
  const step = backwards ? -1 : 1
  const all = options.getAll()
  const at = all?.getPosition()
  const from = at !== undefined ? indexAt(records, position(at)) : all?.hasEnd() ? records.length : 0
  // The log may grow while the client reads; it is not read further than its end was.
  const end = backwards ? -1 : records.length
  for (let index = backwards ? from - 1 : from; step * index < step * end; index += step) {
    const record = records[index]
    if (record !== undefined) yield record
  }
}

function streamNotFound(stream: string): Uint8Array {
  const name = new StreamIdentifier().setStreamName(Buffer.from(stream))
  return new ReadResp()
    .setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(name))
    .serializeBinary()
}

function drained(call: ReadCall, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(signal.reason)
    call.once('drain', () => {
      signal.removeEventListener('abort', fail)
      resolve()
    })
    signal.addEventListener('abort', fail, { once: true })
  })
}
