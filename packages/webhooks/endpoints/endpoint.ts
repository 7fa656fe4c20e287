import type { WebhookEvent } from '@ecmr/http-contract'
import type { Selectable } from 'kysely'
import type { WebhookTables } from '../tables.js'

/** Where a company wants to be told of events. The secret is shown at registration only. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly description: string | null
  readonly status: 'active' | 'disabled'
  /** why it is disabled: `gone` when it answered 410 */
  readonly status_reason: string | null
  /** RFC 3339, UTC, as is the next */
  readonly created_at: string
  readonly updated_at: string
}

type Row = Pick<Selectable<WebhookTables['webhooks.endpoints']>, (typeof shownColumns)[number]>

/** The columns that may be shown. */
export const shownColumns = [
  'id',
  'url',
  'events',
  'description',
  'status',
  'status_reason',
  'created_at',
  'updated_at',
] as const

export function endpointFromRow(row: Row): Endpoint {
  return {
    ...row,
    status: row.status === 'active' ? 'active' : 'disabled',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
