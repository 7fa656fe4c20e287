import type { handleUnaryCall } from '@grpc/grpc-js'
import { asRefusal } from '../calls.js'
import { streamName, type TombstoneReq, TombstoneResp } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'

/** Tombstone: the stream is closed permanently, whatever revision is expected. */
export function tombstonePath(wire: Wire): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return (call, callback) => {
    const tombstone = async (): Promise<TombstoneResp> => {
      if (!(await admit(wire, call.metadata, 'append'))) throw refusals.accessDenied()
      const stream = streamName(call.request.getOptions())
      const written = wire.writer.tombstone(stream)
      if (written.kind !== 'done') throw refusals.streamDeleted(stream)
      const at = String(written.at)
      return new TombstoneResp().setPosition(
        new TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at),
      )
    }
    wire.calls.run(call, 'call', tombstone).then(
      (response) => callback(null, response),
      (error: unknown) => callback(asRefusal(error)),
    )
  }
}
