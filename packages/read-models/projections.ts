import { historyProjection } from './history/projector.js'
import { listProjection } from './list/projector.js'
import type { Projection } from './runner/projection.js'
import { trackingProjection } from './tracking/projector.js'

/** Every read model, by the question it answers. */
export const projections: readonly Projection<unknown>[] = [
  listProjection,
  trackingProjection,
  historyProjection,
]

/** @throws RangeError when there is none of that name */
export function projectionNamed(name: string): Projection<unknown> {
  const found = projections.find((projection) => projection.name === name)
  if (found) return found
  const names = projections.map((projection) => projection.name).join(', ')
  throw new RangeError(`There is no projection called ${name}; there are ${names}`)
}
