import type { ServerWritableStream } from '@grpc/grpc-js'
import type { LogRecord } from '../log/records.js'
import type { ReadReq } from '../messages.js'
import { refusals } from '../refusals.js'
import { structured } from './frames.js'

export type ReadCall = ServerWritableStream<ReadReq, Uint8Array>

/** Where a Read's messages go. Waits when the client does not keep up. */
export interface Sink {
  /** undefined when there is room for more at once */
  frame(frame: Uint8Array): Promise<void> | undefined
  event(record: LogRecord): Promise<void> | undefined
}

export function sinkOf(call: ReadCall, signal: AbortSignal): Sink {
  const form = call.request.getOptions()?.getUuidOption()
  if (form === undefined) throw refusals.invalid('`uuidOption` is a required argument')
  const asText = form.hasString()
  const frame = (bytes: Uint8Array): Promise<void> | undefined =>
    call.write(bytes) ? undefined : drained(call, signal)
  return { frame, event: (record) => frame(asText ? record.frame() : structured(record.frame())) }
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
