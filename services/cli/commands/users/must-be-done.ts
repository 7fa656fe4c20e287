import type { PersonChanged, User } from '@ecmr/accounts'
import { CommandFailed } from '../../failure.js'

/** Tells the operator why a person's role could not end. */
export function mustBeDone({ email }: User, outcome: PersonChanged): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') throw new CommandFailed(`${email} has been removed just now.`)
  throw new CommandFailed(
    `${email} is the only owner of the company; make another person an owner with "ecmr users set-role" first.`,
  )
}
