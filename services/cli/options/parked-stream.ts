import { type Projection, parkedEvents } from '@ecmr/projections'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'
import { namedProjections } from './named-projections.js'

/** The projection of that name, which must have parked this very stream. */
export async function parkedIn(
  { pool }: Installation,
  name: string,
  stream: string,
): Promise<Projection<unknown>> {
  const projection = namedProjections(name).find((one) => one.name === name)
  const parked = projection ? await parkedEvents.list(pool, [projection]) : []
  if (projection && parked.some((entry) => entry.stream === stream)) return projection
  throw new CommandFailed(`${name} has not parked "${stream}"; see "ecmr projections parked list".`)
}
