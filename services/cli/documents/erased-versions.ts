import type { Installation } from '../installation.js'
import type { IssuedVersion } from './issued-versions.js'

/** Whether a version was removed because personal data of a note that it shows were erased afterwards, or while it was made. */
export async function wasErased(
  { pool }: Pick<Installation, 'pool'>,
  { ecmr_id, issued }: IssuedVersion,
): Promise<boolean> {
  const shown = issued.notes ?? [{ ecmr_id, note_version: issued.note_version }]
  const { rows } = await pool.query(
    `select from unnest($1::uuid[], $2::int[]) as shown(ecmr_id, note_version)
        join rm_history.events e on e.ecmr_id = shown.ecmr_id and e.revision >= shown.note_version
      where e.type = 'PersonalDataErased' and e.data->>'due' is null
      limit 1`,
    [shown.map((note) => note.ecmr_id), shown.map(({ note_version }) => note_version)],
  )
  return rows.length > 0
}
