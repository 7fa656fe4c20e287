import type { CompanyId } from '@ecmr/domain'
import { noteConditions, type Parameters } from '../list/filters.js'
import type { ListQuery } from '../list/list-query.js'
import { ANY_STATUS } from './table.js'

/** What restricts the intervals `n` to those in which a list stood at an instant. */
export function intervalConditions(
  company: CompanyId,
  query: ListQuery,
  asOf: string,
  parameters: Parameters,
): string {
  const any = query.status === undefined ? ` and n.status = '${ANY_STATUS}'` : ''
  const at = `${parameters.add(asOf)}::timestamptz`
  return `${noteConditions(company, query, parameters)}${any} and ${covers(at)}`
}

/** Whether an interval `n` covers an instant. No note is older than its first; that is what the index begins at. */
export const covers = (at: string): string =>
  `n.created_at <= ${at} and n.valid_from <= ${at} and n.valid_to > ${at}`
