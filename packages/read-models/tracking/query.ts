import type { Pool } from 'pg'
import type { TrackingView } from './view.js'

/** The public view of a note by its number (canonical form). */
export async function trackNote(db: Pool, number: string): Promise<TrackingView | undefined> {
  const { rows } = await db.query<{ view: TrackingView }>({
    name: 'track note',
    text: 'select view from rm_tracking.shipments where ecmr_number = $1',
    values: [number],
  })
  return rows[0]?.view
}
