import { companyNames, listViews } from '@ecmr/accounts'
import { type Language, type SortOrder, sortOrders } from '@ecmr/contract'
import { accountOf, type CompanyId, dayInZone, statuses, statusLabel } from '@ecmr/domain'
import {
  countByStatus,
  countByStatusAsOf,
  countShared,
  type ListItem,
  type ListQuery,
  listNotes,
  notAnsweredAsOf,
  ownersOfNotes,
  readModelsFor,
  type StatusCounts,
} from '@ecmr/read-models'
import type { Pool } from 'pg'
import { isFaulty } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { brief } from '../shared/brief.js'
import { columnTexts, listSorts, texts } from '../shared/texts.js'
import { cellOf, mayBeCancelled } from './cells.js'
import { type ListColumn, listColumns, lookIn, MANY, pageSizes } from './columns.js'
import { exportList, LARGEST_EXPORT } from './csv.js'
import { listPlace } from './place.js'
import { addressOf, ownerOf } from './views/views.js'
import { filters, type ListQuestion, type ListValues, listAddress, listQuestion } from './question.js'

/** The company's notes: found, filtered, sorted, paged, and as a table to take away. */
export const noteList: Pages = (app, context) => {
  const { pool, reads, clock, cookies } = context

  app.get('/ecmrs', access.person, async (request, reply) => {
    const person = signedIn(request)
    const { company } = person
    const { language } = request.visitor
    const look = cookies.read(request, 'list')
    const { columns, rows } = lookIn(look)
    const [timeZone, now] = [company.time_zone, clock()]
    const question = listQuestion(request.query, { company: company.id, language, timeZone, now, rows })
    const { form, values, query } = question
    const { asOf } = query
    const fresh = await Promise.all(readModelsFor(query).map((name) => reads.of(name)))
    const [found, counts, views, sharedCount] = await Promise.all([
      listNotes(pool, company.id, query),
      asOf === undefined ? countByStatus(pool, company.id) : countByStatusAsOf(pool, company.id, asOf),
      listViews(pool, ownerOf(person)),
      countShared(pool, company.id),
    ])
    const isOwn = (query.scope ?? 'own') === 'own'
    const owners = isOwn ? new Map<string, string>() : await ownerNames(pool, company.id, found.items)
    if (isFaulty(form)) reply.code(400)
    const t = texts[language]
    const place = {
      language,
      today: dayInZone(now.toISOString(), timeZone),
      f: formatsFor(language, timeZone),
    }
    return reply.page('pages/notes/list/list', {
      title: t.notes,
      section: 'notes',
      isWide: true,
      styles: ['notes.css', 'list.css'],
      scripts: ['row-menu.js'],
      t,
      behind: fresh.some(({ isFresh }) => !isFresh),
      asOf,
      live: asOf === undefined ? { after: fresh[0]?.position } : undefined,
      here: listAddress('/ecmrs', values),
      present: listAddress('/ecmrs', values, { en: '' }),
      noteQuery: asOf === undefined ? '' : `?en=${asOf}`,
      form,
      labels: t.filters,
      isFiltered: question.isFiltered,
      isNarrowed: isFaulty(form),
      applied: appliedFilters(question, language),
      found,
      counts,
      place: listPlace(question, found),
      statusOptions: [
        ['', t.anyStatus],
        ...statuses.map((status) => [status, statusLabel(status, language)]),
        ['cancelled', t.cancelled],
      ],
      lateOptions: [['', t.anyStatus], ...Object.entries(t.lateSteps)],
      sortOptions: sortsFor(query, language),
      columns: columns.map((column) => heading(question, column, language)),
      numberHeading: heading(question, 'number', language),
      cellOf: (column: ListColumn, item: (typeof found.items)[number]) => cellOf(column, item, place),
      mayBeCancelled,
      onPhones: ON_PHONES,
      columnOptions: listColumns.map((column) => ({
        column,
        label: columnTexts[language][column],
        isShown: columns.includes(column),
      })),
      rows,
      pageSizes,
      hasMany: columns.length > MANY,
      isUsual: look === undefined,
      brief,
      views: views.map((view) => ({ ...view, href: addressOf(view) })),
      viewQuery: listAddress('', values, { page: '', cursor: '' }).slice(1),
      tabs: tabsFor(question.values, counts, language),
      sharedCount,
      scope: isOwn ? undefined : query.scope,
      owners,
      csv: listAddress('/ecmrs.csv', values),
      largestExport: LARGEST_EXPORT,
    })
  })

  exportList(app, context)
}

/** What phones show of a note beside its status and route, with what it is. */
const ON_PHONES: ReadonlySet<ListColumn> = new Set(['reference', 'carrier', 'pickup', 'delivery'])

/** Whose the notes are that are not the company's own, by their ids. */
async function ownerNames(
  pool: Pool,
  company: CompanyId,
  items: readonly ListItem[],
): Promise<ReadonlyMap<string, string>> {
  const owners = [
    ...(await ownersOfNotes(
      pool,
      items.map(({ id }) => id),
    )),
  ]
  const names = await companyNames(
    pool,
    owners.map(([, owner]) => accountOf(owner)),
  )
  return new Map(
    owners.flatMap(([id, owner]) =>
      owner === company ? [] : [[id, names.get(accountOf(owner)) ?? ''] as const],
    ),
  )
}

/** Each status with its notes, of the same moment. */
function tabsFor({ status: here, scope, en = '' }: ListValues, counts: StatusCounts, language: Language) {
  const t = texts[language]
  const isOwn = (scope ?? 'own') === 'own'
  const tab = (status: ListValues['status'], label: string, count: number) => ({
    href: listAddress('/ecmrs', { ...(status !== undefined && { status }), en }),
    label,
    count,
    isHere: isOwn && here === status,
  })
  return [
    tab(undefined, t.all, counts.total),
    ...statuses.map((status) => tab(status, statusLabel(status, language), counts.byStatus[status])),
    ...(counts.cancelled > 0 ? [tab('cancelled', t.cancelledOnes, counts.cancelled)] : []),
  ]
}

/** The orders that such a list can have, in words. */
function sortsFor({ asOf }: ListQuery, language: Language): readonly (readonly [string, string])[] {
  const refused: readonly string[] = sortOrders.filter(
    (sort) => notAnsweredAsOf({ ...(asOf !== undefined && { asOf }), sort }).length > 0,
  )
  return Object.entries(listSorts[language]).filter(([sort]) => !refused.includes(sort))
}

/** What the columns are sorted by that can be, and in which direction at first. */
const SORTS: Readonly<Partial<Record<ListColumn | 'number', SortOrder>>> = {
  number: 'ecmr_number',
  pickup: 'pickup_date',
  delivery: 'delivery_date',
  created: '-created_at',
  updated: '-updated_at',
}

/** A column's heading, which sorts by it, and the other way round when the list is sorted by it already. */
function heading({ values, sort, query }: ListQuestion, column: ListColumn | 'number', language: Language) {
  const label = column === 'number' ? texts[language].number : columnTexts[language][column]
  const first = SORTS[column]
  const { asOf } = query
  const isRefused = notAnsweredAsOf({ ...(asOf !== undefined && { asOf }), ...(first && { sort: first }) })
  if (first === undefined || isRefused.length > 0) return { column, label }
  const key = first.replace('-', '')
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
  const next = direction === 'ascending' ? `-${key}` : direction === 'descending' ? key : first
  return {
    column,
    label,
    direction,
    href: listAddress('/ecmrs', values, { sort: next, page: '', cursor: '' }),
  }
}

/** Filters whose value, or whose name, says it all. */
const SAYS_ALL: ReadonlySet<string> = new Set(['late', 'include_cancelled', 'scope'])

/** What narrows the list down, in words, each with the list without it. */
function appliedFilters({ values, form }: ListQuestion, language: Language) {
  const t = texts[language]
  const options = Object.fromEntries([
    ...statuses.map((status) => [status, statusLabel(status, language)]),
    ['cancelled', t.cancelled],
    ...Object.entries(t.lateSteps),
    ...Object.entries(t.scopes),
  ])
  return filters.flatMap((name) => {
    const value = form.values[name]
    if (value === undefined || name in form.faults) return []
    const said = brief(options[value] ?? value, 40)
    const href = listAddress('/ecmrs', values, { [name]: '', page: '', cursor: '' })
    return [
      {
        text: SAYS_ALL.has(name) ? (options[value] ?? t.filters[name]) : `${t.filters[name]}: ${said}`,
        href,
      },
    ]
  })
}
