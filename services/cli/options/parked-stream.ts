import { parkedEvents } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'
import { projectionNames } from './projection-names.js'

/** Makes sure that a projection has parked this very stream. */
export async function parkedStream(
  { pool }: Installation,
  projection: string,
  stream: string,
): Promise<void> {
  projectionNames(projection)
  const parked = await parkedEvents.list(pool)
  if (parked.some((entry) => entry.projection === projection && entry.stream === stream)) return
  throw new CommandFailed(`${projection} has not parked "${stream}"; see "ecmr projections parked list".`)
}
