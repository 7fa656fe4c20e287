import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type Scope, scopes } from '@ecmr/accounts'

/** Reads scopes separated by commas. */
export function scopeList(text: string): readonly Scope[] {
  return text.split(',').map((name) => {
    const scope = scopes.find((known) => known === name.trim())
    if (scope === undefined) {
      throw new InvalidArgumentError(`There is no scope "${name.trim()}"; there are ${scopes.join(', ')}.`)
    }
    return scope
  })
}
