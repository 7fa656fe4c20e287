import { ecmrEventTypes } from '@ecmr/domain'
import type { Pool } from 'pg'

/** How personal values are kept. */
export interface PrivacyStatus {
  /** data keys that exist, and the notes that they belong to */
  readonly sealed: { readonly keys: number; readonly notes: number }
  /** data keys that were destroyed */
  readonly erased: { readonly keys: number; readonly notes: number }
  /** older events, which say everything in clear: it is not shown once it was erased, but it stays in the log */
  readonly not_erasable: { readonly events: number; readonly notes: number }
  /** erasures that wait until no legal duty runs, and the first of their days; null: none does */
  readonly waiting: { readonly erasures: number; readonly first_due: Date | null }
  /** erasures whose copies are being removed */
  readonly under_way: number
}

/** Counts; it goes through the whole history. */
export async function privacyStatus(pool: Pick<Pool, 'query'>): Promise<PrivacyStatus> {
  const keys = await pool.query<{ isSealed: boolean; keys: number; notes: number }>(`
    select wrapped is not null as "isSealed", count(*)::int as keys, count(distinct note_id)::int as notes
    from privacy.data_keys where generation > 0 group by 1`)
  const clear = await pool.query<PrivacyStatus['not_erasable']>(
    `select count(*)::int as events, count(distinct ecmr_id)::int as notes from rm_history.events
      where (metadata->>'schema_version')::int < 2 and type = any($1)`,
    [ecmrEventTypes],
  )
  const erasures = await pool.query<{ erasures: number; first_due: Date | null; under_way: number }>(`
    select count(*) filter (where data->>'due' is not null)::int as erasures,
      min((data->>'due')::timestamptz) as first_due,
      count(*) filter (where data->>'due' is null)::int as under_way
    from privacy.erasures where done_at is null`)
  const of = (isSealed: boolean) => {
    const { keys: count = 0, notes = 0 } = keys.rows.find((row) => row.isSealed === isSealed) ?? {}
    return { keys: count, notes }
  }
  const { erasures: waiting = 0, first_due = null, under_way = 0 } = erasures.rows[0] ?? {}
  return {
    sealed: of(true),
    erased: of(false),
    not_erasable: clear.rows[0] ?? { events: 0, notes: 0 },
    waiting: { erasures: waiting, first_due },
    under_way,
  }
}
