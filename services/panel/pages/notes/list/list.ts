import { type Language, sortOrders } from '@ecmr/contract'
import { type Status, statuses, statusLabel } from '@ecmr/domain'
import {
  countByStatus,
  countByStatusAsOf,
  DEEPEST_OFFSET,
  type ListPage,
  type ListQuery,
  listNotes,
  notAnsweredAsOf,
  readModelsFor,
} from '@ecmr/read-models'
import { isFaulty } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { brief } from '../shared/brief.js'
import { listSorts, texts } from '../shared/texts.js'
import { exportList, LARGEST_EXPORT } from './csv.js'
import { type ListQuestion, listAddress, listQuestion, ROWS } from './question.js'

/** The company's notes: found, filtered, sorted, paged, and as a table to take away. */
export const noteList: Pages = (app, context) => {
  const { pool, reads, clock } = context

  app.get('/ecmrs', access.member, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const visitor = { language, timeZone: company.time_zone, now: clock() }
    const question = listQuestion(request.query, visitor)
    const { form, values, query } = question
    const { asOf } = query
    const fresh = await Promise.all(readModelsFor(query).map((name) => reads.waitFor(name)))
    const [found, counts] = await Promise.all([
      listNotes(pool, company.id, query),
      asOf === undefined ? countByStatus(pool, company.id) : countByStatusAsOf(pool, company.id, asOf),
    ])
    const when = values.en === undefined ? {} : { en: values.en }
    if (isFaulty(form)) reply.code(400)
    return reply.page('pages/notes/list/list', {
      title: texts[language].notes,
      section: 'notes',
      styles: ['notes.css'],
      t: texts[language],
      behind: fresh.includes(false),
      asOf,
      present: listAddress('/ecmrs', values, { en: '' }),
      noteQuery: asOf === undefined ? '' : `?en=${asOf}`,
      form,
      labels: texts[language].filters,
      isFiltered: question.isFiltered,
      isNarrowed: question.isNarrowed,
      found,
      counts,
      place: listPlace(question, found),
      statusOptions: [
        ['', texts[language].anyStatus],
        ...statuses.map((status) => [status, statusLabel(status, language)]),
      ],
      sortOptions: sortsFor(asOf === undefined ? {} : { asOf }, language),
      statusOf: (status: Status) => statusLabel(status, language),
      brief,
      tabs: [
        {
          href: listAddress('/ecmrs', when),
          label: texts[language].all,
          count: counts.total,
          isHere: values.status === undefined,
        },
        ...statuses.map((status) => ({
          href: listAddress('/ecmrs', { status, ...when }),
          label: statusLabel(status, language),
          count: counts.byStatus[status],
          isHere: query.status === status,
        })),
      ],
      csv: listAddress('/ecmrs.csv', values),
      largestExport: LARGEST_EXPORT,
    })
  })

  exportList(app, context)
}

/** The orders that such a list can have, in words. */
function sortsFor(
  moment: Pick<ListQuery, 'asOf'>,
  language: Language,
): readonly (readonly [string, string])[] {
  const refused: readonly string[] = sortOrders.filter(
    (sort) => notAnsweredAsOf({ ...moment, sort }).length > 0,
  )
  return Object.entries(listSorts[language]).filter(([sort]) => !refused.includes(sort))
}

/** Where a page of the list stands, and where it leads on to. */
interface ListPlace {
  /** 0: it has none, or it is past the end */
  readonly number: number
  readonly pages: number
  readonly first: string | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Pages go by number as deep as numbers reach, and on from there by a cursor, which knows no way back but to the first. */
function listPlace({ query, page, values }: ListQuestion, found: ListPage): ListPlace {
  const { cursor: _cursor, page: _page, ...rest } = values
  const to = (number: number): string =>
    listAddress('/ecmrs', rest, number === 1 ? {} : { page: String(number) })
  const byCursor = query.cursor !== undefined
  const byNumber = !byCursor && page * ROWS <= DEEPEST_OFFSET
  const { hasMore, nextCursor, total, items } = found
  const isPastEnd = items.length === 0 && page > 1
  const after =
    byNumber || nextCursor === null ? to(page + 1) : listAddress('/ecmrs', rest, { cursor: nextCursor })
  return {
    number: byCursor || isPastEnd ? 0 : page,
    pages: Math.ceil(total / ROWS),
    first: byCursor || isPastEnd ? to(1) : undefined,
    previous: byCursor || isPastEnd || page === 1 ? undefined : to(page - 1),
    next: hasMore ? after : undefined,
  }
}
