import type { CompanyId } from '@ecmr/domain'
import type { Company } from '../companies/company.js'
import type { User } from '../users/user.js'

/** How long a session lasts without being used, and at most; milliseconds. */
export const IDLE_MS = 7 * 24 * 3_600_000
export const LONGEST_SESSION_MS = 30 * 24 * 3_600_000

/** A browser in which somebody is logged in. */
export interface Session {
  /** UUID; not what the cookie holds */
  readonly id: string
  readonly user_id: string
  /** where it was begun: the network address and what the browser calls itself */
  readonly address: string
  readonly user_agent: string
  /** RFC 3339, UTC, as are the next two; `last_seen_at` may be a minute behind */
  readonly created_at: string
  readonly last_seen_at: string
  readonly expires_at: string
}

/** Who is logged in, and for which company he acts. */
export interface SignedIn {
  readonly sessionId: string
  readonly user: User
  readonly company: Company & { readonly id: CompanyId }
}
