import type { EcmrEventData } from '@ecmr/domain'
import type { Pool } from 'pg'

/** An erasure that the log tells of. */
export interface RecordedErasure {
  readonly event_id: string
  readonly note_id: string
  readonly company_id: string
  /** of the event, in the note's stream */
  readonly revision: number
  readonly data: EcmrEventData['PersonalDataErased']
  readonly recorded_at: Date
}

type Db = Pick<Pool, 'query'>

/** Takes up the erasures that the history knows of and this list does not; a restored database lacks some. */
export async function takeUpErasures(db: Db): Promise<void> {
  await db.query(`
    insert into privacy.erasures (event_id, note_id, company_id, revision, data, recorded_at)
    select event_id, ecmr_id, company_id, revision, data, recorded_at from rm_history.events e
    where type = 'PersonalDataErased' and not exists (select from privacy.erasures d where d.event_id = e.event_id)
    on conflict do nothing`)
}

/** The name of a row `k` of the data keys. */
export const NAMED_KEY = `k.note_id || '/' || k.category || case when k.generation = 1 then '' else '/' || k.generation end`

/** Opens erasures again whose keys exist: they came back with an older backup. */
export async function reopenErasures(db: Db): Promise<void> {
  await db.query(`
    update privacy.erasures e set done_at = null, touched_at = null
    where done_at is not null and e.data->'due' is null and exists (
      select from privacy.data_keys k
      where k.note_id = e.note_id and k.wrapped is not null and e.data->'keys' ? (${NAMED_KEY}))`)
}

/** How many erasures were to be carried out and are not after so many seconds; all but those that wait for their day. */
export async function lateErasures(db: Db, seconds: number): Promise<number> {
  const { rows } = await db.query<{ late: number }>(
    `select count(*)::int as late from privacy.erasures
      where done_at is null and recorded_at < now() - make_interval(secs => $1)
        and (data->>'due' is null or (data->>'due')::timestamptz < now() - make_interval(secs => $1))`,
    [seconds],
  )
  return rows[0]?.late ?? 0
}

/** An erasure is looked at this often: other processes may know a destroyed key for 20 s, and copy what it opens. */
export const LOOKED_AT_EVERY_S = 30
/** So many times: a document that shows several notes may take a minute to be made, and another note may have it recorded. */
export const LOOKS = 4

/** Erasures to be carried out now, oldest first; one that was worked on rests for a while. */
export async function openErasures(
  db: Db,
  { limit, restS }: { readonly limit: number; readonly restS: number },
): Promise<readonly RecordedErasure[]> {
  const { rows } = await db.query<RecordedErasure>(
    `select event_id, note_id, company_id, revision, data, recorded_at from privacy.erasures
      where done_at is null and (touched_at is null or touched_at < now() - make_interval(secs => $2))
        and (data->>'due' is null or (data->>'due')::timestamptz <= now())
      order by recorded_at limit $1`,
    [limit, restS],
  )
  return rows
}

/** Keeps in mind that an erasure was worked on, and whether it is complete. */
export async function touchErasure(db: Db, eventId: string, isDone: boolean): Promise<void> {
  await db.query(
    'update privacy.erasures set touched_at = now(), done_at = case when $2 then now() end where event_id = $1',
    [eventId, isDone],
  )
}
