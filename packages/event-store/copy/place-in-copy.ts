import { type Position, type RecordedEvent, START } from '../port.js'
import type { Mark } from './mark.js'
import type { CopiedStore } from './verify-copy.js'

type Log = Omit<CopiedStore, 'append' | 'head'>

/**
 * Where a position in a log lies in its copy: a reader that has reached the one goes on from the other, missing no event and
 * seeing none again. One of the two logs must number its events without holes; places in the other may lie between
 * events.
 *
 * @param options.mark up to where the copy is known to be the log, at its end
 * @throws RangeError for a place that is not one of the log
 */
export async function placeInCopy(
  options: { readonly source: Log; readonly target: Log; readonly mark: Mark },
  place: Position,
): Promise<Position> {
  const { source, target, mark } = options
  if (place === START) return START
  if (source.previousPosition) {
    const [event] = await source.readAll({ after: source.previousPosition(place), limit: 1 })
    if (event?.position !== place) throw new RangeError(`the log holds no event at ${place}`)
    return placeOf(target, event)
  }
  if (!target.previousPosition) throw new RangeError('places between two logs with holes cannot be found')
  const [next] = await source.readAll({ after: place, limit: 1 })
  return next ? target.previousPosition(await placeOf(target, next)) : mark.target
}

async function placeOf(target: Log, { stream, revision, id }: RecordedEvent): Promise<Position> {
  const [event] = await target.readStream(stream, { from: revision })
  if (event?.id !== id) throw new RangeError(`the copy does not hold event ${revision} of ${stream}`)
  return event.position
}
