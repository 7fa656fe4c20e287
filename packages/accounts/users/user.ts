import type { UserRole } from '@ecmr/domain'
import type { NoticeKind } from '../notices/kinds.js'

export { type UserRole, userRoles } from '@ecmr/domain'

/** The languages of the panel and of the messages that it sends. */
export type Language = 'es' | 'en'

/** A person: one e-mail address in the installation, whichever companies they act for. */
export interface Person {
  /** UUIDv7 */
  readonly id: string
  readonly email: string
  readonly name: string
  readonly language: Language
}

/** A person as one who acts for a company. Says nothing of what they do for others. */
export interface User extends Person {
  readonly company_id: string
  readonly role: UserRole
  /** which the person wants by mail about this company */
  readonly notices: readonly NoticeKind[]
  /** when they last logged in to this company, or switched to it; RFC 3339, UTC, as is the next */
  readonly last_login_at: string | null
  /** since when they act for it */
  readonly created_at: string
}
