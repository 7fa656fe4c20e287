import type { Incident, Note, Reservation } from '@ecmr/domain'
import { type Shown, withinRoom } from './room.js'

const ROOM = 8_000

/** What went wrong and what was remarked on the way. */
export interface WayView {
  readonly incidents: Shown<Incident>
  readonly reservations: Shown<Reservation>
}

/** Open incidents first, then the latest; of very many only these. */
export function wayView({ incidents, reservations }: Note): WayView {
  const latest = [...incidents].reverse()
  const open = latest.filter(({ status }) => status === 'open')
  const resolved = latest.filter(({ status }) => status === 'resolved')
  return {
    incidents: withinRoom([...open, ...resolved], ROOM),
    reservations: withinRoom([...reservations].reverse(), ROOM),
  }
}
