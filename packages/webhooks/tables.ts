import type { DeliveryStatus, DisablingReason, ReplayStatus, WebhookEvent } from '@ecmr/contract'
import type { Metadata } from '@ecmr/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type EndpointStatus = 'active' | 'disabled' | 'deleted'

/** A previous secret that still signs for a while. */
export interface FormerSecret {
  /** as `secret` is */
  readonly sealed: string
  /** RFC 3339, UTC */
  readonly until: string
}

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
    status_reason: ColumnType<
      DisablingReason | null,
      DisablingReason | null | undefined,
      DisablingReason | null
    >
    /** sealed (see SecretBox); null once deleted */
    secret: string | null
    /** of rotations that overlap, newest first; written as JSON */
    former_secrets: ColumnType<readonly FormerSecret[], string | undefined, string>
    /** as many attempts a second at most; null: as fast as they go */
    max_per_second: ColumnType<number | null, number | null | undefined, number | null>
    /** notifications tell the public address of the note's document */
    include_document_url: Generated<boolean>
    /** written as JSON */
    metadata: ColumnType<Metadata, string | undefined, string>
    /** position in the event log; events after it are delivered */
    follows_from: string
    created_at: Date
    updated_at: Date
  }
  /** How an endpoint answers; no row: nothing has failed yet, and it has no rate. */
  'webhooks.endpoint_health': {
    endpoint_id: string
    /** failed attempts since the last success */
    failures: Generated<number>
    /** when the first of these failed */
    failing_since: Date | null
    /** how often the circuit has opened since the last success */
    times_opened: Generated<number>
    /** nothing is sent before, then one attempt as a probe; null: the circuit is closed */
    open_until: Date | null
    /** with a rate: when the next attempt may begin, were they spread evenly */
    next_send_at: Date | null
  }
  'webhooks.messages': {
    event_id: string
    company_id: string
    type: WebhookEvent
    ecmr_id: string
    ecmr_number: string
    version: number
    /** the document that the body names; null: none had been issued */
    document_id: ColumnType<string | null, string | null | undefined, never>
    /** the body, byte for byte, of every attempt at every endpoint; the address of the document comes in when it is sent */
    payload: Uint8Array
    created_at: Date
    /** of the span in which it was planned, or of the request for a test (W3C Trace Context): attempts follow from that; null: it is not traced */
    traceparent: ColumnType<string | null, string | null | undefined, never>
  }
  /** Events whose deliveries are still to be written; see `planDeliveries`. */
  'webhooks.unplanned': {
    event_id: string
    /** the order of the log among those of a company */
    seq: Generated<string>
    company_id: string
    /** of the event in the log */
    position: string
    queued_at: Generated<Date>
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
    /** while an attempt is under way: until when no other may begin */
    leased_until: Date | null
    /** an example that its owner requested: attempted once, whatever state the endpoint is in */
    is_test: Generated<boolean>
    /** requested by its owner: attempted past circuit, rate and order */
    expedited: Generated<boolean>
    /** the replay that it waits for */
    replay_id: ColumnType<string | null, string | null | undefined, string | null>
    is_replay: GeneratedAlways<boolean>
    /** when the event was recorded */
    created_at: Date
    finished_at: Date | null
  }
  'webhooks.attempts': {
    delivery_id: string
    number: number
    started_at: Date
    /** null: the worker died during the attempt */
    duration_ms: number | null
    /** the `webhook-signature` header; null: nothing was sent, or by an older version */
    signature: ColumnType<string | null, string | null | undefined, never>
    response_status: number | null
    response_body: string | null
    error: string | null
  }
  'webhooks.replays': {
    id: string
    endpoint_id: string
    company_id: string
    status: Generated<ReplayStatus>
    /** why it was cancelled */
    status_reason: ColumnType<string | null, string | null | undefined, string | null>
    since: Date | null
    until: Date | null
    from_position: string | null
    /** the head of the event log at the request; what came later is delivered anyway */
    until_position: string
    events: WebhookEvent[]
    only_failed: boolean
    /** where the next page begins; null: nothing has been read yet */
    reached_position: string | null
    /** when the last event read was recorded */
    reached_at: Date | null
    /** events of the company read, and deliveries made due */
    scanned: Generated<number>
    queued: Generated<number>
    /** of the request that asked for it: its attempts follow from that; null: it is not traced, or has made too many */
    traceparent: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Date
    finished_at: Date | null
  }
}
