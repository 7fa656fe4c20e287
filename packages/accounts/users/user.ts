/** Owners look after the company, its keys and its people; members work with its notes. */
export const userRoles = ['owner', 'member'] as const
export type UserRole = (typeof userRoles)[number]

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
  /** RFC 3339, UTC, as is the next */
  readonly last_login_at: string | null
  readonly created_at: string
}
