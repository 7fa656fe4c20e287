import type { Projection } from '@ecmr/projections'
import { historyProjection } from './history/projector.js'
import { listProjection } from './list/projector.js'
import { trackingProjection } from './tracking/projector.js'

/** Every read model, by the question it answers. */
export const projections: readonly Projection<unknown>[] = [
  listProjection,
  trackingProjection,
  historyProjection,
]
