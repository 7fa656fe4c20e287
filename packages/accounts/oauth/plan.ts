import type { Plan } from '../companies/company.js'

/** Whether assistants may be let in with this plan. */
export function hasAssistants(plan: Plan): boolean {
  return plan === 'pro' || plan === 'enterprise'
}
