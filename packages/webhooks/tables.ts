import type { DeliveryStatus, WebhookEvent } from '@ecmr/http-contract'
import type { ColumnType } from 'kysely'

export type EndpointStatus = 'active' | 'disabled' | 'deleted'

/** The tables of the schema `webhooks`. */
export interface WebhookTables {
  'webhooks.endpoints': {
    id: string
    company_id: string
    url: string
    events: WebhookEvent[]
    description: string | null
    status: EndpointStatus
    /** why it is disabled */
    status_reason: ColumnType<string | null, string | null | undefined, string | null>
    /** sealed (see SecretBox); null once deleted */
    secret: string | null
    /** position in the event log; events after it are delivered */
    follows_from: string
    created_at: Date
    updated_at: Date
  }
  'webhooks.messages': {
    event_id: string
    company_id: string
    type: WebhookEvent
    ecmr_id: string
    ecmr_number: string
    version: number
    /** the body, byte for byte, of every attempt at every endpoint */
    payload: Uint8Array
    created_at: Date
  }
  'webhooks.deliveries': {
    /** the `webhook-id` header */
    id: string
    event_id: string
    endpoint_id: string
    type: WebhookEvent
    ecmr_id: string
    version: number
    status: DeliveryStatus
    /** attempts ever begun */
    attempts: number
    /** failed attempts since the schedule was (re)started */
    failures: number
    failing_since: Date | null
    next_attempt_at: Date
    /** while an attempt is under way: until when nobody else may begin one */
    leased_until: Date | null
    created_at: Date
    finished_at: Date | null
  }
  'webhooks.attempts': {
    delivery_id: string
    number: number
    started_at: Date
    /** null: the worker died during the attempt */
    duration_ms: number | null
    response_status: number | null
    response_body: string | null
    error: string | null
  }
}
