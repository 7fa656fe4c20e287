import { isTestNumber, type Role } from '@ecmr/domain'
import { groupCommit } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { TrackingView } from './view.js'

/** The public view of a note, and whether it is one or a test. */
export interface TrackedNote extends TrackingView {
  readonly outdated_signatures: readonly Role[]
  readonly livemode: boolean
}

/** The public view of a note by its number (canonical form). */
export async function trackNote(db: Pool, number: string): Promise<TrackedNote | undefined> {
  return (await viewsOf(db, [number])).get(number)
}

/** Finds the public view of a note by its number (canonical form). */
export type FindShipment = (number: string) => Promise<TrackedNote | undefined>

/** Queries at a time; who asks while all are under way is served with others by the next. */
const QUERIES = 4
/** About what a number takes that waits. */
const NUMBER_BYTES = 64

/**
 * The same for many callers: the numbers that are asked for at the same time are looked up together. No caller is answered by
 * a query that began before the call.
 *
 * @returns finds one; rejects with StoreUnavailable when too many wait
 */
export function shipmentFinder(db: Pool): FindShipment {
  const findTogether = groupCommit({
    async handle(asked: readonly { readonly number: string; readonly bytes: number }[]) {
      const views = await viewsOf(db, [...new Set(asked.map(({ number }) => number))])
      return asked.map(({ number }) => ({ view: views.get(number) }))
    },
    ...{ groups: QUERIES, what: 'shipments that are asked for' },
  })
  return async (number) => (await findTogether({ number, bytes: NUMBER_BYTES })).view
}

async function viewsOf(db: Pool, numbers: readonly string[]): Promise<ReadonlyMap<string, TrackedNote>> {
  const { rows } = await db.query<{ ecmr_number: string; view: TrackingView }>({
    name: 'track notes',
    text: 'select ecmr_number, view from rm_tracking.shipments where ecmr_number = any($1)',
    values: [numbers],
  })
  return new Map(
    rows.map(({ ecmr_number, view }) => [
      ecmr_number,
      { outdated_signatures: [], ...withSeconds(view), livemode: !isTestNumber(ecmr_number) },
    ]),
  )
}

/** Instants to the minute as RFC 3339 has them; rows say them without seconds. */
function withSeconds(view: TrackingView): TrackingView {
  const { delivered_at, milestones } = view
  return {
    ...view,
    delivered_at: delivered_at && inFull(delivered_at),
    milestones: milestones.map(({ recorded_at, ...milestone }) => ({
      ...milestone,
      at: inFull(milestone.at),
      ...(recorded_at !== undefined && { recorded_at: inFull(recorded_at) }),
    })),
  }
}

const inFull = (minute: string): string => minute.replace(/T(\d\d:\d\d)Z$/, 'T$1:00Z')
