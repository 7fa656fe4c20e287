export const userRoles = ['owner', 'member'] as const
export type UserRole = (typeof userRoles)[number]

/** A person who acts for a company. */
export interface User {
  /** UUIDv7 */
  readonly id: string
  readonly company_id: string
  readonly email: string
  readonly name: string
  readonly role: UserRole
  /** RFC 3339, UTC */
  readonly created_at: string
}
