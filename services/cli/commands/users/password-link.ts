import { LIFETIMES, requestReset, type User } from '@ecmr/accounts'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { operator } from '../../operator.js'

/** An address at which a person chooses a password. It is printed and kept nowhere. */
export interface PasswordLink {
  readonly link: string
  /** RFC 3339, UTC */
  readonly expires_at: string
}

/** Makes the link by which a person chooses a password, once and within an hour. It ends those made before. */
export async function passwordLink({ pool, config }: Installation, user: User): Promise<PasswordLink> {
  const expires = new Date(Date.now() + LIFETIMES.reset)
  const made = await requestReset(pool, user.email, operator())
  if (made === undefined) throw new CommandFailed(`${user.email} has been removed just now.`)
  return { link: `${config.siteUrl}/recuperar/${made.token}`, expires_at: expires.toISOString() }
}

/** What the operator reads about it. */
export function linkText({ link }: PasswordLink): string {
  return `Anyone with this link can choose the password; it works once, within ${LIFETIMES.reset / 60_000} minutes:\n\n  ${link}`
}
