import type { handleUnaryCall } from '@grpc/grpc-js'
import { asRefusal } from '../calls.js'
import { type DeleteReq, DeleteResp, Empty, type TombstoneReq, TombstoneResp } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'
import type { Expected } from './append-rules.js'

type Options = NonNullable<ReturnType<(DeleteReq | TombstoneReq)['getOptions']>>

/** Delete: the stream is not found any more, but may be begun anew. */
export function deletePath(wire: Wire): handleUnaryCall<DeleteReq, DeleteResp> {
  return (call, callback) => {
    wire.calls
      .run(call, 'call', async () => {
        await permit(wire, call.metadata)
        const at = remove(wire.writer.delete, call.request.getOptions())
        if (at === undefined) return new DeleteResp().setNoPosition(new Empty())
        return new DeleteResp().setPosition(
          new DeleteResp.Position().setCommitPosition(at).setPreparePosition(at),
        )
      })
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(asRefusal(error)),
      )
  }
}

/** Tombstone: the stream is closed permanently. */
export function tombstonePath(wire: Wire): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return (call, callback) => {
    wire.calls
      .run(call, 'call', async () => {
        await permit(wire, call.metadata)
        const at = remove(wire.writer.tombstone, call.request.getOptions())
        if (at === undefined) return new TombstoneResp().setNoPosition(new Empty())
        return new TombstoneResp().setPosition(
          new TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at),
        )
      })
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(asRefusal(error)),
      )
  }
}

async function permit(wire: Wire, metadata: Parameters<typeof admit>[1]): Promise<void> {
  if (!(await admit(wire, metadata, 'append'))) throw refusals.accessDenied()
  if (!wire.faults.ready) throw refusals.notReady()
}

/** The position of what was written, as the wire says it. */
function remove(act: Wire['writer']['delete'], options: Options | undefined): string | undefined {
  const stream = Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  const expected = expectation(options)
  const written = act(stream, expected)
  switch (written.kind) {
    case 'deleted':
      throw refusals.streamDeleted(stream)
    case 'wrong_version':
      throw refusals.wrongVersion(
        stream,
        typeof expected === 'number' ? String(expected) : '-1',
        written.current,
      )
    case 'done':
      return written.at === undefined ? undefined : String(written.at)
  }
}

function expectation(options: Options | undefined): Expected {
  if (options?.hasRevision()) return Number(options.getRevision())
  if (options?.hasNoStream()) return 'no_stream'
  if (options?.hasStreamExists()) return 'stream_exists'
  return 'any'
}
