import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'

/** When anything last happened to any of a company's notes (RFC 3339, UTC); `undefined` when nothing ever has. */
export async function lastChange(db: Pool, company: CompanyId): Promise<string | undefined> {
  const { rows } = await db.query<{ recorded_at: Date }>({
    name: 'last change',
    text: `select recorded_at from rm_history.events where company_id = $1
      order by recorded_at desc, position desc limit 1`,
    values: [company],
  })
  return rows[0]?.recorded_at.toISOString()
}
