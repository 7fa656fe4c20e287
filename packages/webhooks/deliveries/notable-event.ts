import type { WebhookEvent } from '@ecmr/contract'
import type { EcmrEventType, JsonObject } from '@ecmr/domain'

/** What notifications are made of: the part of a recorded event that they need. */
export interface NotableEvent {
  readonly id: string
  readonly type: string
  readonly stream: string
  /** place in its stream, from 0 */
  readonly revision: number
  /** place in the whole log; sorts as a string */
  readonly position: string
  readonly data: JsonObject
  readonly metadata: {
    readonly recorded_at: string
    readonly schema_version: number
    readonly company_id: string
    readonly ecmr_number?: string
    readonly status?: string
    readonly document?: {
      readonly document_id: string
      readonly kind: string
      readonly version: number
      readonly sha256: string
    }
    readonly shared_with?: readonly string[]
  }
}

const webhookEvents: ReadonlyMap<string, WebhookEvent> = new Map<EcmrEventType, WebhookEvent>([
  ['EcmrCreated', 'ecmr.created'],
  ['EcmrSigned', 'ecmr.signed'],
  ['DeliveryConfirmed', 'ecmr.delivered'],
  ['IncidentReported', 'ecmr.incidencia'],
  ['EcmrEdited', 'ecmr.updated'],
  ['EcmrAmended', 'ecmr.updated'],
  ['VehicleChanged', 'ecmr.updated'],
  ['MetadataChanged', 'ecmr.updated'],
  ['CarrierUnassigned', 'ecmr.updated'],
  ['CarrierAssigned', 'ecmr.assigned'],
  ['GoodsTakenOver', 'ecmr.picked_up'],
  ['IncidentResolved', 'ecmr.incident_resolved'],
  ['EcmrCancelled', 'ecmr.cancelled'],
  ['DocumentIssued', 'ecmr.document_issued'],
  ['DeliveryReverted', 'ecmr.delivery_reverted'],
  ['EcmrShared', 'ecmr.shared'],
  ['SharingRevoked', 'ecmr.sharing_revoked'],
  ['AttachmentAdded', 'ecmr.attachment_added'],
])

/** The webhook event that a recorded event gives rise to; most give rise to none. */
export function webhookEventOf(event: Pick<NotableEvent, 'type'>): WebhookEvent | undefined {
  return webhookEvents.get(event.type)
}

/** The recorded events that give rise to webhook events. */
export function recordedTypesOf(events: readonly WebhookEvent[]): readonly string[] {
  return [...webhookEvents].filter(([, event]) => events.includes(event)).map(([type]) => type)
}

/** What stays with the company that the note belongs to. */
const UNSHARED: ReadonlySet<string> = new Set<EcmrEventType>(['EcmrCreated', 'MetadataChanged'])

/** The companies whose webhooks hear of an event: the note's own, and those that it is shared with as it is recorded. */
export function audienceOf({ type, metadata }: Pick<NotableEvent, 'type' | 'metadata'>): readonly string[] {
  const { company_id, shared_with = [] } = metadata
  return UNSHARED.has(type) ? [company_id] : [company_id, ...shared_with]
}

/** The document that was current with the event; null: none had been issued. */
export function documentIdOf({ metadata }: NotableEvent): string | null {
  return metadata.document?.document_id ?? null
}

/** The consignment note that the event belongs to. */
export function ecmrIdOf({ stream }: NotableEvent): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** The version of the note after the event: how many events it has by then. */
export function versionAfter({ revision }: NotableEvent): number {
  return revision + 1
}

/** What an active endpoint subscribes to. */
export interface SubscribedEndpoint {
  readonly id: string
  readonly company_id: string
  /** names of webhook events */
  readonly events: readonly string[]
  /** position in the log; events after it are delivered */
  readonly follows_from: string
}

/** Whether an endpoint receives an event of its company. */
export function concerns(
  { events, follows_from }: SubscribedEndpoint,
  event: { readonly position: string; readonly type: string | undefined },
): boolean {
  return follows(event.position, follows_from) && events.some((name) => name === event.type)
}

// An event that was still with the broker when the log moved to another store tells its place in the former log. Those
// two places cannot be compared, and an event too many is better than one that is never sent.
function follows(position: string, place: string): boolean {
  return place < position || place.length !== position.length
}
