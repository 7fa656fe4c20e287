import type { Plan } from '../companies/company.js'
import type { UserRole } from '../users/user.js'

/** For how many companies a person can act. */
export const MOST_MEMBERSHIPS = 50

/** A company for which a person can act. */
export interface Membership {
  readonly company_id: string
  readonly company_name: string
  readonly plan: Plan
  readonly role: UserRole
}
