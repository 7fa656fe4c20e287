import { actorsNamed } from '@ecmr/accounts'
import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { TrailFilter } from './account-trail.js'
import type { TrailQuestion } from './trail-question.js'

/** What is asked of a trail, with the ids of those whose name it is about: events name no one. */
export async function withActors(
  pool: Pool,
  company: CompanyId,
  { actor: name, ...times }: TrailQuestion['filter'],
): Promise<TrailFilter> {
  if (name === undefined) return times
  return { ...times, actor: { name, ids: await actorsNamed(pool, company, name) } }
}
