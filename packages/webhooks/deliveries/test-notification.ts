import { createExample, type Notification, type WebhookEvent } from '@ecmr/contract'
import { ecmrNumber } from '@ecmr/domain'

/** What makes one example differ from the next. */
export interface ExampleIds {
  readonly eventId: string
  readonly noteId: string
  readonly now: Date
}

/**
 * An example of what a webhook is sent about an event, marked as such. Its firms and its note are invented: the note
 * has a number that reads like any other, and nobody can look it up.
 */
export function exampleNotification(event: WebhookEvent, { eventId, noteId, now }: ExampleIds): Notification {
  const timestamp = now.toISOString()
  const envelope = { id: eventId, timestamp, test: true } as const
  const about = { id: noteId, ecmr_number: ecmrNumber(now.getUTCFullYear(), new Uint8Array(9)) }
  switch (event) {
    case 'ecmr.created':
      return { ...envelope, type: event, data: { ...createExample, ...about, ...created } }
    case 'ecmr.signed':
      return { ...envelope, type: event, data: { ...about, ...signed } }
    case 'ecmr.delivered':
      return { ...envelope, type: event, data: { ...about, ...delivered, delivered_at: timestamp } }
    case 'ecmr.incidencia':
      return { ...envelope, type: event, data: { ...about, ...incident, occurred_at: timestamp } }
  }
}

const created = { status: 'draft', version: 1 } as const

const signed = {
  status: 'assigned',
  version: 3,
  role: 'sender',
  signer_name: 'Marta Ejemplo Prueba',
  method: 'typed',
  level: 'simple',
  place: 'Sevilla',
  content_hash: '5f'.repeat(32),
  signature_hash: 'c4'.repeat(32),
  previous_signature_hash: null,
} as const

const incident = {
  status: 'incident',
  version: 5,
  incident_id: '00000000-0000-4000-8000-000000000001',
  type: 'damage',
  severity: 'medium',
  description: 'Dos palés llegaron mojados',
  place: 'Zaragoza',
} as const

const delivered = { status: 'delivered', version: 7, place: 'Toulouse' } as const
