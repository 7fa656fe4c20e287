import { createHash } from 'node:crypto'
import {
  accountOf,
  type EcmrEvent,
  type EcmrEventData,
  isTestCompany,
  parseStatus,
  requiredFields,
  toEcmrEvent,
} from '@ecmr/domain'
import type { Notification } from '../notifications/notification.js'
import type { StatedCheckpoint } from '../notifications/stated-checkpoint.js'
import { ecmrIdOf, type NotableEvent, versionAfter } from './notable-event.js'

/**
 * What a webhook is sent about an event; `undefined` when the event is of no interest to webhooks.
 *
 * Images of signatures are left out, their SHA-256 stands in their place.
 *
 * @param checkpoint the newest one of the event log; absent: proofs are off
 */
export function notificationOf(
  recorded: NotableEvent,
  checkpoint?: StatedCheckpoint,
): Notification | undefined {
  const event = toEcmrEvent(recorded)
  const { ecmr_number, status: statusText, document } = recorded.metadata
  const status = parseStatus(statusText ?? '')
  if (event === undefined || ecmr_number === undefined || status === undefined) return undefined
  const about = {
    ...{ id: ecmrIdOf(recorded), ecmr_number, status, version: versionAfter(recorded) },
    ...(document && { document: shownDocument(document) }),
  }
  const envelope = {
    ...{ id: recorded.id, timestamp: recorded.metadata.recorded_at },
    livemode: !isTestCompany(recorded.metadata.company_id),
    ...(checkpoint && { checkpoint: { size: checkpoint.size, root: checkpoint.root } }),
  }
  switch (event.type) {
    case 'EcmrCreated':
      return { ...envelope, type: 'ecmr.created', data: { ...created(event.data), ...about } }
    case 'EcmrSigned':
      return { ...envelope, type: 'ecmr.signed', data: { ...withoutImage(event.data), ...about } }
    case 'DeliveryConfirmed':
      return { ...envelope, type: 'ecmr.delivered', data: { ...event.data, ...about } }
    case 'IncidentReported':
      return { ...envelope, type: 'ecmr.incidencia', data: { ...event.data, ...about } }
    case 'EcmrEdited':
    case 'EcmrAmended':
    case 'VehicleChanged':
    case 'CarrierUnassigned':
      return { ...envelope, type: 'ecmr.updated', data: { ...event.data, ...about } }
    case 'MetadataChanged':
      return { ...envelope, type: 'ecmr.updated', data: { changes: [metadataChange(event.data)], ...about } }
    case 'CarrierAssigned':
      return { ...envelope, type: 'ecmr.assigned', data: { ...event.data, ...about } }
    case 'GoodsTakenOver':
      return { ...envelope, type: 'ecmr.picked_up', data: { ...event.data, ...about } }
    case 'IncidentResolved':
      return { ...envelope, type: 'ecmr.incident_resolved', data: { ...event.data, ...about } }
    case 'EcmrCancelled':
      return { ...envelope, type: 'ecmr.cancelled', data: { ...event.data, ...about } }
    case 'DocumentIssued':
      return { ...envelope, type: 'ecmr.document_issued', data: { ...issued(event.data), ...about } }
    case 'DeliveryReverted':
      return { ...envelope, type: 'ecmr.delivery_reverted', data: { ...reverted(event.data), ...about } }
    case 'EcmrShared':
      return { ...envelope, type: 'ecmr.shared', data: { ...shared(event.data), ...about } }
    case 'SharingRevoked':
      return { ...envelope, type: 'ecmr.sharing_revoked', data: { ...event.data, ...about } }
    case 'AttachmentAdded':
      return { ...envelope, type: 'ecmr.attachment_added', data: { ...attached(event.data), ...about } }
    default:
      return undefined
  }
}

/** Where a picture was taken, and by which link it came, is read in the note. */
function attached(attachment: EcmrEventData['AttachmentAdded']) {
  const { attachment_id, kind, media_type, sha256, bytes, name, title, description } = attachment
  return {
    ...{ attachment_id, kind, media_type, sha256, bytes },
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
}

/** A company compares the id with its own, which is the same for its test data. */
function shared({ company_id, ...share }: EcmrEventData['EcmrShared']) {
  return { ...share, shared_with: accountOf(company_id) }
}

/** Where the note stands again is its status, as in every notification. */
function reverted({ delivered_at, reason }: EcmrEventData['DeliveryReverted']) {
  return { delivered_at, reason }
}

type Document = NonNullable<NotableEvent['metadata']['document']>

function shownDocument({ kind, version, sha256 }: Document): NonNullable<Notification['data']['document']> {
  return { kind: kind === 'deca' ? 'deca' : 'cmr', version, sha256 }
}

/**
 * The bytes that are sent, on every attempt and to every endpoint the same; less than 20,000 of them. Where its owner wants it,
 * `withDocumentUrl` puts the address of the document in.
 */
export function payloadOf(notification: Notification): Uint8Array {
  return Buffer.from(shortToFit(notification))
}

/** A body that names a document, with its public address. */
export function withDocumentUrl(payload: Uint8Array, url: string): Uint8Array {
  const notification = JSON.parse(Buffer.from(payload).toString('utf8'))
  const { data } = notification
  const told = { ...notification, data: { ...data, document: { ...data.document, url } } }
  return new TextEncoder().encode(JSON.stringify(told))
}

function created({ fields, metadata }: EcmrEventData['EcmrCreated']) {
  return metadata === undefined ? fields : { ...fields, metadata }
}

function metadataChange({ metadata, previous_metadata }: EcmrEventData['MetadataChanged']) {
  return { field: 'metadata', old: previous_metadata, new: metadata }
}

type Issued = Extract<EcmrEvent, { type: 'DocumentIssued' }>['data']

/** What an issue says besides kind, version and hash, which stand in `data.document` as in every notification. */
function issued({ document_id, language, note_version, bytes, reason, supersedes, automatic }: Issued) {
  const optional = {
    ...(reason !== undefined && { reason }),
    ...(supersedes !== undefined && { supersedes }),
    ...(automatic && { automatic }),
  }
  return { document_id, language, note_version, bytes, ...optional }
}

type Signed = Extract<EcmrEvent, { type: 'EcmrSigned' }>['data']

/** How the signer was identified stands in the note. */
function withoutImage({ signature_image, identified_by: _, invitation_id: __, ...signature }: Signed) {
  if (signature_image === undefined) return signature
  return { ...signature, signature_image_sha256: imageHash(signature_image) }
}

/** SHA-256, hex, of the image itself rather than of its data URL, so that it can be compared with a file. */
function imageHash(dataUrl: string): string {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return createHash('sha256').update(image, 'base64').digest('hex')
}

const MOST_BYTES = 19_999
/** Room for the address of a document: the longest host name, a port and a token. */
const URL_BYTES = 350
const MARK = '…'

interface Limits {
  /** longest text, in UTF-16 units */
  readonly text: number
  /** most members of a list; 0 leaves the list out */
  readonly items: number
  /** keep only what no notification may lack */
  readonly bare?: true
}

// Tried in this order. Under the last one, even text of three-byte characters throughout stays far below the limit.
const steps: readonly Limits[] = [
  { text: 1_000, items: 20 },
  { text: 300, items: 0 },
  { text: 200, items: 0, bare: true },
]

/**
 * The notification as JSON, shortened in steps until it takes less than 20,000 bytes. `data.truncated` names the fields that
 * were shortened or left out; a shortened text ends in “…”.
 */
function shortToFit(notification: Notification): string {
  const most = notification.data.document ? MOST_BYTES - URL_BYTES : MOST_BYTES
  const fits = (json: string): boolean => Buffer.byteLength(json) <= most
  const whole = JSON.stringify(notification)
  if (fits(whole)) return whole
  for (const limits of steps) {
    const shortened = JSON.stringify(shorten(notification, limits))
    if (fits(shortened)) return shortened
  }
  throw new Error(`notification ${notification.id} does not fit`)
}

function shorten<N extends Notification>(notification: N, limits: Limits): N {
  const truncated: string[] = []
  const kept = Object.entries(notification.data).flatMap(([name, value]) => {
    const shortened = isSpared(name, notification, limits) ? shortenMember(name, value, limits) : undefined
    if (JSON.stringify(shortened) !== JSON.stringify(value)) truncated.push(name)
    return shortened === undefined ? [] : [[name, shortened]]
  })
  return { ...notification, data: { ...Object.fromEntries(kept), truncated } }
}

function isSpared(name: string, { type }: Notification, { bare }: Limits): boolean {
  const optional = type === 'ecmr.created' && !(name in requiredFields) && !ABOUT.has(name)
  return !(bare && optional)
}

const ABOUT = new Set(['id', 'ecmr_number', 'status', 'version', 'document'])

/** Of changes, which fields have changed is always said; what they were and are, as far as it fits. */
function shortenMember(name: string, value: unknown, limits: Limits): unknown {
  if (name !== 'changes' || !Array.isArray(value)) return shortenValue(value, limits)
  return value.map((change) => (limits.bare ? { field: change.field } : shortenValue(change, limits)))
}

function shortenValue(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return shortenText(value, limits.text)
  if (Array.isArray(value)) {
    return limits.items === 0
      ? undefined
      : value.slice(0, limits.items).map((item) => shortenValue(item, limits))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortenValue(member, limits)]),
  )
}

function shortenText(text: string, most: number): string {
  if (text.length <= most) return text
  // A cut between the halves of a surrogate pair would leave half a character.
  return text.slice(0, most - MARK.length).replace(/[\uD800-\uDBFF]$/, '') + MARK
}
