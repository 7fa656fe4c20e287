import type { Plan } from '../companies/company.js'
import type { UserRole } from '../users/user.js'

/** For how many companies a person can act. */
export const MOST_MEMBERSHIPS = 50

/** A company for which a person can act. */
export interface Membership {
  readonly company_id: string
  readonly company_name: string
  readonly plan: Plan
  /** whether people need a second factor to act for it */
  readonly requires_second_factor: boolean
  readonly role: UserRole
}
