import type { Projection } from './runner/projection.js'

/** Every read model, by the question it answers. */
export const projections: readonly Projection<unknown>[] = []
