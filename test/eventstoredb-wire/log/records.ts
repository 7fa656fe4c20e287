import { ReadResp, StreamIdentifier, UUID } from '../messages.js'

/** An event on its way in. */
export interface Proposed {
  readonly id: string
  readonly type: string
  readonly json: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** An event that stands in the log. */
export interface LogRecord {
  readonly id: string
  readonly stream: string
  /** Infinity for a tombstone, which the wire writes as the largest 64-bit integer */
  readonly revision: number
  /** commit and prepare position alike; the next record stands at `position + size` */
  readonly position: number
  readonly size: number
  /** the ReadResp that carries it, encoded when first needed and only then */
  frame(): Uint8Array
}

const TOMBSTONE_REVISION = '9223372036854775807'

/** An event as Append and BatchAppend carry it. */
export function proposed(message: {
  getId(): { getString(): string } | undefined
  getMetadataMap(): { get(key: string): string | undefined }
  getData_asU8(): Uint8Array
  getCustomMetadata_asU8(): Uint8Array
}): Proposed {
  const properties = message.getMetadataMap()
  return {
    id: (message.getId()?.getString() ?? '').toLowerCase(),
    type: properties.get('type') ?? '',
    json: properties.get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** Bytes that the server counts for an event. */
export function sizeOf(event: Proposed): number {
  return event.data.length + event.metadata.length + 2 * event.type.length
}

/** Puts an event at its place. The frame takes over its bytes. */
export function record(
  event: Proposed,
  place: Pick<LogRecord, 'stream' | 'revision' | 'position'> & { readonly at: number },
): LogRecord {
  const { stream, revision, position } = place
  let proposed: Proposed | undefined = event
  let encoded: Uint8Array | undefined
  return {
    id: event.id,
    stream,
    revision,
    position,
    // a header, the stream's name, padding: what lies between is why positions have holes
    size: 64 + 2 * stream.length + sizeOf(event),
    frame() {
      if (proposed !== undefined) encoded = encode(proposed, place)
      proposed = undefined
      return encoded ?? new Uint8Array()
    },
  }
}

function encode(event: Proposed, place: Parameters<typeof record>[1]): Uint8Array {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(place.stream)))
    .setStreamRevision(place.revision === Infinity ? TOMBSTONE_REVISION : String(place.revision))
    .setPreparePosition(String(place.position))
    .setCommitPosition(String(place.position))
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    // ticks of 100 ns
    .set('created', `${place.at}0000`)
    .set('content-type', event.json ? 'application/json' : 'application/octet-stream')
  const read = new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(place.position))
  return new ReadResp().setEvent(read).serializeBinary()
}
