import type { Pool } from 'pg'
import { documentsDb } from '../db.js'

const DAY_MS = 86_400_000
/** After so long a document that was to be issued has been, or never will be. */
const ABANDONED_AFTER_MS = DAY_MS
/** Older ones were looked at on the days before. */
const LOOKED_AT_FOR_MS = 14 * DAY_MS
const PAGE = 1_000

/**
 * Removes the links of documents that were never issued, because something failed after the link was made. Their addresses lead nowhere.
 *
 * @param issued which of these documents exist, or may exist
 * @returns how many were removed
 */
export async function removeUnissuedLinks(
  pool: Pool,
  now: Date,
  issued: (documentIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const db = documentsDb(pool)
  const end = firstIdAt(now.getTime() - ABANDONED_AFTER_MS)
  let removed = 0
  let after = firstIdAt(now.getTime() - LOOKED_AT_FOR_MS)
  for (;;) {
    const links = await db
      .selectFrom('documents.links')
      .select(['link_id', 'document_id'])
      .where('link_id', '>', after)
      .where('link_id', '<', end)
      .orderBy('link_id')
      .limit(PAGE)
      .execute()
    const last = links.at(-1)
    if (last === undefined) return removed
    const known = await issued(links.map(({ document_id }) => document_id))
    const ids = links.filter(({ document_id }) => !known.has(document_id)).map(({ link_id }) => link_id)
    if (ids.length > 0) {
      const [deleted] = await db.deleteFrom('documents.links').where('link_id', 'in', ids).execute()
      removed += Number(deleted?.numDeletedRows ?? 0)
    }
    after = last.link_id
  }
}

/** The ids of links are UUIDs of version 7, which begin with the instant at which they were made. */
function firstIdAt(ms: number): string {
  const instant = ms.toString(16).padStart(12, '0')
  return `${instant.slice(0, 8)}-${instant.slice(8)}-7000-8000-000000000000`
}
