import type { User } from '@ecmr/accounts'
import { validate as isUuid, v5 as uuidv5 } from 'uuid'
import { PageProblem } from '../problems/page-problem.js'

/**
 * The id of the command that a form gives, from the hidden field `once`: the same form sent again is the same command.
 * Another person's form, or another action's, is never the same one, whatever stands in the field.
 *
 * @param action what the form does, and to what
 * @throws PageProblem when the form has no such field of ours
 * @example
 * const commandId = commandIdOf('revoke key 4f9ak2xw', user, valuesOf(request))
 */
export function commandIdOf(
  action: string,
  user: Pick<User, 'id'>,
  { once = '' }: Readonly<Record<string, string>>,
): string {
  if (!isUuid(once)) throw new PageProblem('malformed')
  return uuidv5(`${once} ${action}`, user.id)
}
