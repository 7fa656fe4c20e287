import {
  accountOf,
  addsToStorage,
  type CompanyId,
  type EcmrCommand,
  isTestCompany,
  type Refusal,
} from '@ecmr/domain'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Company, Plan } from '../companies/company.js'

const GIB = 1024 ** 3

/** What the events of a company's notes may take, in bytes, by its plan. */
export const storageOfPlans: Readonly<Record<Plan, number>> = {
  free: GIB,
  pro: 20 * GIB,
  enterprise: 200 * GIB,
}

/** What the events of a company's notes may take, in bytes: what was agreed with it, else what its plan gives. */
export function storageLimit({ plan, storage_quota }: Pick<Company, 'plan' | 'storage_quota'>): number {
  return storage_quota ?? storageOfPlans[plan]
}

/** What the events of a company's test notes may take, in bytes, whatever its plan. */
export const STORAGE_OF_TESTS = GIB

/** What a company has used of what it may use. */
export interface CompanyUsage {
  readonly plan: Plan
  /** of the events of its notes, in bytes */
  readonly storage: { readonly bytes: number; readonly limit: number }
  readonly notes: number
  readonly events: number
}

/** From so much on, companies are warned: 80 %. */
export const WARNING_SHARE = 0.8

/**
 * What a company has used, by the read model that counts its events; `undefined` when there is no such company. Of a test
 * company it is what the test notes take.
 */
export async function companyUsage(pool: Pool, companyId: string): Promise<CompanyUsage | undefined> {
  const { rows } = await pool.query<{
    plan: Plan
    storage_quota: number | null
    bytes: number
    notes: number
    events: number
  }>({
    name: 'company usage',
    text: `select c.plan, c.storage_quota, coalesce(u.bytes, 0) as bytes, coalesce(u.notes, 0) as notes,
        coalesce(u.events, 0) as events
      from accounts.companies c left join rm_history.usage u on u.company_id = $2 where c.id = $1`,
    values: [accountOf(companyId), companyId],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { plan, bytes, notes, events } = row
  const limit = isTestCompany(companyId) ? STORAGE_OF_TESTS : storageLimit(row)
  return { plan, storage: { bytes, limit }, notes, events }
}

/** Looks at what companies use before their commands add to it. */
export interface StorageGuard {
  /** Why these commands cannot be recorded; `undefined`: they can, or the company's usage is unknown. */
  admit(request: {
    readonly company: CompanyId
    readonly commands: readonly EcmrCommand[]
  }): Promise<Refusal | undefined>
  /** What a company uses as a sentence, from 80 % on; by what is known already, and so free. */
  warning(company: CompanyId): string | undefined
}

const USABLE_MS = 5_000
const MOST_COMPANIES = 10_000

interface Known {
  readonly usage: CompanyUsage | undefined
  readonly at: number
}

/**
 * Opens a guard. Only a company's first command in a process waits for a statement; later ones go by a figure that is
 * some seconds old and is read again in the background.
 *
 * @param options.onError called when the figures cannot be read; commands are admitted then
 */
export function storageGuard(options: {
  readonly pool: Pool
  readonly onError?: (error: unknown) => void
}): StorageGuard {
  const { pool, onError = () => undefined } = options
  const known = new LRUCache<string, Known>({ max: MOST_COMPANIES })
  const reading = new Map<string, Promise<Known | undefined>>()

  function read(company: CompanyId): Promise<Known | undefined> {
    const underWay = reading.get(company)
    if (underWay !== undefined) return underWay
    const started = companyUsage(pool, company)
      .then((usage) => {
        const found = { usage, at: performance.now() }
        known.set(company, found)
        return found
      })
      .catch((error: unknown) => {
        onError(error)
        return undefined
      })
      .finally(() => reading.delete(company))
    reading.set(company, started)
    return started
  }

  return {
    async admit({ company, commands }) {
      if (!commands.some(addsToStorage)) return undefined
      const last = known.get(company)
      if (last && performance.now() - last.at > USABLE_MS) void read(company)
      const { usage } = last ?? (await read(company)) ?? {}
      if (!usage || usage.storage.bytes < usage.storage.limit) return undefined
      return isTestCompany(company) ? testsUsedUp : usedUp(usage)
    },
    warning(company) {
      const usage = known.get(company)?.usage
      const share = usage ? usage.storage.bytes / usage.storage.limit : 0
      return share < WARNING_SHARE ? undefined : `${Math.floor(share * 100)} % of the storage is used`
    },
  }
}

function usedUp({ plan, storage }: CompanyUsage): Refusal {
  const most = (storage.limit / 1024 ** 3).toLocaleString('en', { maximumFractionDigits: 3 })
  return {
    code: 'quota_exceeded',
    detail: `Your company’s notes use all ${most} GiB of the ${plan} plan. Notes can still be delivered, resolved and cancelled; ask the operator for more storage.`,
  }
}

const testsUsedUp: Refusal = {
  code: 'quota_exceeded',
  detail: `Your company’s test notes use all of their ${STORAGE_OF_TESTS / GIB} GiB. Test notes can still be delivered, resolved and cancelled.`,
}
