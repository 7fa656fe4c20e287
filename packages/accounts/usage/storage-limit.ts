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
