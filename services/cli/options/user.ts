import { findUser, type User } from '@ecmr/accounts'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'

/** The person whom an option names. */
export async function userNamed({ pool }: Installation, email: string): Promise<User> {
  const user = await findUser(pool, email)
  if (user !== undefined) return user
  throw new CommandFailed(
    `There is no user with the address ${email}; "ecmr users list" shows the people of a company.`,
  )
}
