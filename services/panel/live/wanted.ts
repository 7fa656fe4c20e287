import type { Position } from '@ecmr/event-store'
import { changesSince, noteVersion } from '@ecmr/read-models'
import type { Pool } from 'pg'
import type { News } from './live-stream.js'

/** What a page wants to hear about: one note that it shows, or any note of the company from a place in the log on. */
export type Wanted =
  | { readonly note: string; readonly version: number }
  | { readonly note?: undefined; readonly after: Position }

/** What has changed for a page that asks once. */
export async function newsNow(db: Pool, company: string, wanted: Wanted): Promise<News> {
  if (wanted.note !== undefined) {
    const { note: id, version: known } = wanted
    const version = (await noteVersion(db, company, id))?.version ?? known
    return { changes: version > known ? [{ id, version }] : [], more: false, position: '' }
  }
  const { reached, changes, partial } = await changesSince(db, new Map([[company, wanted.after]]))
  return {
    changes: changes.map(({ ecmr_id, version }) => ({ id: ecmr_id, version })),
    more: partial.has(company),
    position: reached,
  }
}
