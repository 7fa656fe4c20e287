import type { Installation } from '../installation.js'
import type { IssuedVersion } from './issued-versions.js'

/** Whether a version was removed because personal data of a note that it shows were erased after it was issued. */
export async function wasErased(
  { pool }: Pick<Installation, 'pool'>,
  { ecmr_id, issued: { sha256, notes } }: IssuedVersion,
): Promise<boolean> {
  const shown = notes?.map((note) => note.ecmr_id) ?? [ecmr_id]
  const { rows } = await pool.query(
    `select from rm_history.events erasure
      where erasure.ecmr_id = any($1::uuid[]) and erasure.type = 'PersonalDataErased' and erasure.data->>'due' is null
        and exists (select from rm_history.events issue
          where issue.ecmr_id = erasure.ecmr_id and issue.type = 'DocumentIssued'
            and issue.revision < erasure.revision and issue.data->>'sha256' = $2)
      limit 1`,
    [shown, sha256],
  )
  return rows.length > 0
}
