import { toEcmrEvent } from '@ecmr/domain'
import { type EventStore, type Position, START, StoreUnavailable } from '@ecmr/event-store'
import { destroyKeys } from '@ecmr/personal-data'
import { historyPosition } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { NAMED_KEY } from './erasure-table.js'

const PAGE = 1_000

type Log = Pick<EventStore, 'readAll' | 'isPosition'>

/**
 * Destroys again what keys came back with an older backup, so that nothing is served that was erased: the erasures that the history
 * knows, and those that stand in the log behind it.
 */
export async function eraseAgain(pool: Pool, log: Log): Promise<void> {
  await pool.query(`
    update privacy.data_keys k set wrapped = null, erased_at = now()
    from rm_history.events e
    where e.type = 'PersonalDataErased' and e.ecmr_id = k.note_id and k.wrapped is not null
      and e.data->>'due' is null and e.data::jsonb->'keys' ? (${NAMED_KEY})`)
  try {
    await eraseBehind(pool, log, await historyPosition(pool))
  } catch (error) {
    // While the log is away what is known is still served.
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

async function eraseBehind(pool: Pool, log: Log, from: Position): Promise<void> {
  let after = log.isPosition(from) ? from : START
  for (;;) {
    const page = await log.readAll({ after, limit: PAGE })
    const last = page.at(-1)
    if (last === undefined) return
    const erasures = page
      .filter(({ type }) => type === 'PersonalDataErased')
      .map((event) => toEcmrEvent(event))
    const keys = erasures.flatMap((event) =>
      event?.type === 'PersonalDataErased' ? (event.data.keys ?? []) : [],
    )
    if (keys.length > 0) await destroyKeys(pool, keys)
    after = last.position
  }
}
