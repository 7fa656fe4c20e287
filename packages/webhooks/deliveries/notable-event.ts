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
  }
}

const webhookEvents: ReadonlyMap<string, WebhookEvent> = new Map<EcmrEventType, WebhookEvent>([
  ['EcmrCreated', 'ecmr.created'],
  ['EcmrSigned', 'ecmr.signed'],
  ['DeliveryConfirmed', 'ecmr.delivered'],
  ['IncidentReported', 'ecmr.incidencia'],
])

/** The webhook event that a recorded event gives rise to; most give rise to none. */
export function webhookEventOf(event: Pick<NotableEvent, 'type'>): WebhookEvent | undefined {
  return webhookEvents.get(event.type)
}

/** The recorded events that give rise to webhook events. */
export function recordedTypesOf(events: readonly WebhookEvent[]): readonly string[] {
  return [...webhookEvents].filter(([, event]) => events.includes(event)).map(([type]) => type)
}

/** The consignment note that the event belongs to. */
export function ecmrIdOf({ stream }: NotableEvent): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** The version of the note after the event: how many events it has by then. */
export function versionAfter({ revision }: NotableEvent): number {
  return revision + 1
}
