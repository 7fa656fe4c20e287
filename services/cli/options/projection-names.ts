import { projections } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'

/** The projections that an argument means: one by its name, or `all`. */
export function projectionNames(name: string): readonly string[] {
  const known = projections.map((projection) => projection.name)
  if (name === 'all') return known
  if (known.includes(name)) return [name]
  throw new CommandFailed(`There is no projection "${name}"; there are ${known.join(', ')}, and all.`)
}
