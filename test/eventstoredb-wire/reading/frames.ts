import { onWire, type Position } from '../log/positions.js'
import { ReadResp, StreamIdentifier, UUID } from '../messages.js'

/** The messages of a Read other than events, encoded. */
export const frames = {
  confirmation: (id: string): Uint8Array =>
    new ReadResp()
      .setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(id))
      .serializeBinary(),
  checkpoint: ({ commit, prepare }: Position): Uint8Array =>
    new ReadResp()
      .setCheckpoint(
        new ReadResp.Checkpoint().setCommitPosition(onWire(commit)).setPreparePosition(onWire(prepare)),
      )
      .serializeBinary(),
  caughtUp: (): Uint8Array => new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary(),
  streamNotFound: (stream: string): Uint8Array =>
    new ReadResp()
      .setStreamNotFound(
        new ReadResp.StreamNotFound().setStreamIdentifier(
          new StreamIdentifier().setStreamName(Buffer.from(stream)),
        ),
      )
      .serializeBinary(),
} as const

/** An event's frame with its id in the form of two integers, for callers that do not ask for text. */
export function structured(frame: Uint8Array): Uint8Array {
  const message = ReadResp.deserializeBinary(frame)
  const event = message.getEvent()?.getEvent()
  const hex = (event?.getId()?.getString() ?? '').replaceAll('-', '')
  const half = (from: number): string => String(BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)))
  event?.setId(
    new UUID().setStructured(
      new UUID.Structured().setMostSignificantBits(half(0)).setLeastSignificantBits(half(16)),
    ),
  )
  return message.serializeBinary()
}
