import type { Selectable } from 'kysely'
import type { AccountsTables } from '../tables.js'
import type { Language, UserRole } from '../users/user.js'

/** Somebody is asked to join a company. It ends when it is accepted or withdrawn, or after a week. */
export interface Invitation {
  /** UUIDv7; not what the link holds */
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly role: UserRole
  /** of the message, and what is proposed to the person */
  readonly language: Language
  /** RFC 3339, UTC, as is the next */
  readonly created_at: string
  readonly expires_at: string
}

export const invitationColumns = [
  'id',
  'company_id',
  'email',
  'details',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof AccountsTables['accounts.links'])[]

type Row = Pick<Selectable<AccountsTables['accounts.links']>, (typeof invitationColumns)[number]>

/** What a link of ours says of an invitation. @throws when it is none */
export function invitationFromRow({ id, company_id, email, details, ...row }: Row): Invitation {
  if (company_id === null || email === null) throw new Error(`The link ${id} is no invitation.`)
  return {
    id,
    company_id,
    email,
    role: details.role === 'owner' ? 'owner' : 'member',
    language: details.language === 'en' ? 'en' : 'es',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
