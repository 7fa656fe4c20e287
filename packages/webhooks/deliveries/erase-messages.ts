import { eraseData, type JsonObject, type JsonValue, type PersonalCategory } from '@ecmr/domain'
import type { Pool } from 'pg'
import { recordedTypesOf } from './notable-event.js'

/**
 * Takes personal values out of the kept notifications about some events, and out of what receivers answered. What is still to
 * be sent is sent without them.
 *
 * @param eventIds of the log
 */
export async function eraseMessages(
  pool: Pick<Pool, 'query'>,
  eventIds: readonly string[],
  categories: readonly PersonalCategory[],
): Promise<void> {
  const { rows } = await pool.query<{ readonly event_id: string; readonly payload: Buffer }>(
    'select event_id, payload from webhooks.messages where event_id = any($1::uuid[])',
    [eventIds],
  )
  for (const { event_id, payload } of rows)
    await pool.query('update webhooks.messages set payload = $2 where event_id = $1', [
      event_id,
      erasedPayload(payload, categories),
    ])
  await pool.query(
    `update webhooks.attempts set response_body = null
      where response_body is not null
        and delivery_id in (select id from webhooks.deliveries where event_id = any($1::uuid[]))`,
    [rows.map(({ event_id }) => event_id)],
  )
}

/** A notification says what its event said; that of a creation says the fields by themselves. */
function erasedPayload(payload: Buffer, categories: readonly PersonalCategory[]): Buffer {
  const notification = JSON.parse(payload.toString('utf8'))
  const data = recordedTypesOf([notification.type]).reduce(
    (left, type) => erasedData(type, left, categories),
    notification.data,
  )
  return Buffer.from(JSON.stringify({ ...notification, data }))
}

function erasedData(type: string, data: JsonObject, categories: readonly PersonalCategory[]): JsonValue {
  return type === 'EcmrCreated'
    ? (eraseData(type, { fields: data }, categories).fields ?? {})
    : eraseData(type, data, categories)
}
