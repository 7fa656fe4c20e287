import type { UserRole } from '@ecmr/domain'
import type { NoticeKind } from '../notices/kinds.js'

export { type UserRole, userRoles } from '@ecmr/domain'

/** The languages of the panel and of the messages that it sends. */
export type Language = 'es' | 'en'

/** A person who acts for a company. */
export interface User {
  /** UUIDv7 */
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly language: Language
  /** which the person wants by mail */
  readonly notices: readonly NoticeKind[]
  /** RFC 3339, UTC, as is the next */
  readonly last_login_at: string | null
  readonly created_at: string
}
