import type { CompanyId } from '@ecmr/domain'
import { noteConditions, type Parameters } from '../list/filters.js'
import { type ListQuery, statusesOf } from '../list/list-query.js'
import { ANY_STATUS } from './table.js'

/** What restricts the intervals `n` to those in which a list stood at an instant. */
export function intervalConditions(
  company: CompanyId,
  query: ListQuery,
  asOf: string,
  parameters: Parameters,
): string {
  const at = `${parameters.add(asOf)}::timestamptz`
  return `${noteConditions(company, query, parameters)}${series(query, parameters)} and ${covers(at)}`
}

/** Each note is found in one series of its intervals: when it is cancelled and that is asked for, in the one for any status. */
function series(query: ListQuery, parameters: Parameters): string {
  const { statuses, cancelled } = statusesOf(query)
  if (statuses.length === 0) return ` and n.status = '${ANY_STATUS}'`
  if (!cancelled) return ''
  const both = parameters.add([...statuses, ANY_STATUS])
  return ` and n.status = any(${both}) and (n.status = '${ANY_STATUS}') = n.cancelled`
}

/** Whether an interval `n` covers an instant. No note is older than its first; that is what the index begins at. */
export const covers = (at: string): string =>
  `n.created_at <= ${at} and n.valid_from <= ${at} and n.valid_to > ${at}`
