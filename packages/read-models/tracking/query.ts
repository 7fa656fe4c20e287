import type { Pool } from 'pg'
import type { TrackingView } from './view.js'

/** The public view of a note by its number (canonical form). */
export async function trackNote(db: Pool, number: string): Promise<TrackingView | undefined> {
  throw new Error(`not yet ${db.totalCount} ${number}`)
}
