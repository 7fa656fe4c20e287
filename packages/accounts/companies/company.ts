import type { Policy } from '@ecmr/domain'

/** What a company has booked; assistants need `pro` or `enterprise`. */
export const plans = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** A customer: owner of consignment notes, users, keys and webhooks. */
export interface Company {
  /** UUIDv7 */
  readonly id: string
  readonly name: string
  readonly plan: Plan
  /** whether gaps and forward jumps are reported (lenient) or rejected (strict) */
  readonly policy: Policy
  readonly tax_id: string | null
  readonly address: string | null
  readonly city: string | null
  readonly postal_code: string | null
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null
  readonly phone: string | null
  /** IANA name; in which the panel shows times */
  readonly time_zone: string
  /** what was agreed about its storage, in bytes; null: what its plan gives */
  readonly storage_quota: number | null
  /** SHA-256 of the picture that it shows with its notes, hex; null: none */
  readonly logo: string | null
  /** whether people need a second factor to act for it */
  readonly requires_second_factor: boolean
  /** by which other companies share notes with it, see `HANDLE` */
  readonly handle: string
  /** RFC 3339, UTC; null: it is the one that was made for it */
  readonly handle_changed_at: string | null
  /** whether other companies can share notes with it */
  readonly takes_shares: boolean
  /** RFC 3339, UTC */
  readonly created_at: string
}

/** A name that several companies have, where one is meant. */
export class AmbiguousCompanyName extends Error {
  override readonly name = 'AmbiguousCompanyName'

  constructor(
    companyName: string,
    readonly companies: readonly Company[],
  ) {
    const ids = companies.map(({ id }) => id).join(', ')
    super(`Several companies are called "${companyName}": ${ids}. Name the one that is meant by its id.`)
  }
}

/** Whether this plan includes assistants. */
export function hasAssistants(plan: Plan): boolean {
  return plan === 'pro' || plan === 'enterprise'
}
