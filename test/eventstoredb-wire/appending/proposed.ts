import type { Proposed } from '../log/records.js'
import type { UUID } from '../messages.js'
import { refusals } from '../refusals.js'

/** What Append and BatchAppend have in common in their events. */
interface ProposedMessage {
  getId(): UUID | undefined
  getMetadataMap(): { get(key: string): string | undefined }
  getData_asU8(): Uint8Array
  getCustomMetadata_asU8(): Uint8Array
}

/** @throws Refusal when type or content type are missing */
export function proposed(message: ProposedMessage): Proposed {
  const properties = message.getMetadataMap()
  const type = properties.get('type')
  const contentType = properties.get('content-type')
  if (type === undefined) throw refusals.missingProperty('type')
  if (contentType === undefined) throw refusals.missingProperty('content-type')
  return {
    id: uuid(message.getId()),
    type,
    json: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** A UUID in either of the wire's two forms, in lower case. */
export function uuid(message: UUID | undefined): string {
  const structured = message?.getStructured()
  if (structured === undefined) return (message?.getString() ?? '').toLowerCase()
  const halves = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
  const hex = halves.map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
