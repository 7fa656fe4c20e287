import type { Projection } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'

/** The projections that an argument means: one by its name, or `all`. */
export function namedProjections(name: string): readonly Projection<unknown>[] {
  if (name === 'all') return projections
  const named = projections.filter((projection) => projection.name === name)
  if (named.length > 0) return named
  const known = projections.map((projection) => projection.name).join(', ')
  throw new CommandFailed(`There is no projection "${name}"; there are ${known}, and all.`)
}
