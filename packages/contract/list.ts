import { type EcmrFields, type FieldName, listedSpellings, roles, statuses } from '@ecmr/domain'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { fieldsToShow } from './fields.js'
import { asOf, closed, list, oneOf, textOrNull } from './json-schema.js'
import { publicCompany } from './public-company.js'

const sorts = ['created_at', 'updated_at', 'pickup_date', 'delivery_date', 'ecmr_number'] as const

/** The orders of a list; a leading minus is descending. */
export const sortOrders = [...sorts, ...sorts.map((name) => `-${name}` as const)]
export type SortOrder = (typeof sortOrders)[number]

/** More than this are never on one page; who asks for more gets this many, and `pagination.limit` says so. */
export const LARGEST_PAGE = 100

/** What is wrong with a cursor, and what to do. */
export const cursorFaults = {
  not_ours:
    'This is no cursor of this list: send pagination.next_cursor as you got it, or begin without a cursor.',
  other_question:
    'This cursor belongs to other filters or another sort: send those of the page before again, or begin without a cursor.',
} as const

const printable = '^[^\\u0000-\\u001F\\u007F]*$'

const limit = Type.Integer({
  description: `Results per page; above ${LARGEST_PAGE} it is ${LARGEST_PAGE}`,
  minimum: 1,
  maximum: 1_000_000,
  default: 20,
})

const instant = (description: string) =>
  Type.Optional(Type.String({ description: `${description} (RFC 3339)`, format: 'date-time', maxLength: 64 }))

const words = (description: string) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength: 200, pattern: printable }))

/** What narrows a list down and orders it. */
const listFilters = {
  status: Type.Optional(
    list(oneOf(listedSpellings, 'A status, in either spelling'), {
      description:
        'Only notes that stand there: several with commas, or the parameter several times. `cancelled` adds those that are cancelled',
      maxItems: 20,
    }),
  ),
  search: Type.Optional(
    Type.String({
      description:
        'Parts of words in number, parties, driver, cities, goods, plate and reference; plates and references with or without spaces and dashes. A whole number finds a cancelled note too',
      maxLength: 200,
      pattern: printable,
    }),
  ),
  reference: Type.Optional(
    Type.String({ description: 'Exactly this reference', minLength: 1, maxLength: 500, pattern: printable }),
  ),
  carrier: words("Parts of words that all occur in the carrier's name"),
  driver: words("Parts of words that all occur in the driver's name"),
  late: Type.Optional(
    oneOf(
      ['pickup', 'delivery'],
      'Only notes whose planned day has passed on the clocks of your company: not taken over, or in transit and not delivered',
    ),
  ),
  pickup_from: Type.Optional(Type.String({ description: 'Picked up on this day or later', format: 'date' })),
  pickup_to: Type.Optional(Type.String({ description: 'Picked up on this day or earlier', format: 'date' })),
  delivery_from: Type.Optional(
    Type.String({ description: 'Planned to be delivered on this day or later', format: 'date' }),
  ),
  delivery_to: Type.Optional(
    Type.String({ description: 'Planned to be delivered on this day or earlier', format: 'date' }),
  ),
  created_from: instant('Created at this instant or later'),
  created_to: instant('Created before this instant'),
  updated_from: instant('Changed last at this instant or later'),
  updated_to: instant('Changed last before this instant'),
  scope: oneOf(
    ['own', 'shared', 'all'],
    'Whose notes: those of your company, those of others that are shared with it, or both; own unless given',
    { default: 'own' },
  ),
  include_cancelled: Type.Boolean({ description: 'Show cancelled notes too', default: false }),
  sort: oneOf(
    sortOrders,
    'Order; newest first unless given. Notes without a day of delivery have a later one than all others',
    { default: '-created_at' },
  ),
  as_of: asOf(
    'The list as it stood at this instant (RFC 3339): all that was recorded until then, itself included. Not with search, carrier, driver, reference, late, delivery or updated filters, nor sort by updated_at or delivery_date',
  ),
}

/** Query parameters of `GET /api/ecmrs`. */
export const listQuery = closed({
  page: Type.Integer({ description: 'Page number', minimum: 1, maximum: 1_000_000, default: 1 }),
  limit,
  ...listFilters,
  cursor: Type.Optional(
    Type.String({
      description: 'pagination.next_cursor of the page before, with the same filters and sort',
      maxLength: 1000,
    }),
  ),
})
/** Query parameters of `GET /api/ecmrs.csv`. */
export const exportQuery = closed(listFilters)

export type ListQueryString = Static<typeof listQuery>

/** What a query string says of lists as the schema has it: the values of `status` may be joined by commas, and repeated. */
export function withSeparateStatuses(query: object): object {
  const asked: unknown = Reflect.get(query, 'status')
  if (asked === undefined) return query
  const statuses = [asked].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]))
  return { ...query, status: statuses.map((one) => (typeof one === 'string' ? one.trim() : one)) }
}

/** Where a page stands in its list. */
export const pagination = closed(
  {
    page: Type.Integer(),
    limit: Type.Integer({ description: 'As applied' }),
    total: Type.Integer({ description: 'How many there are' }),
    total_is_exact: Type.Boolean({
      description:
        'False when there are more than are counted: 10,000 of what is searched for, late, or in a span of time other than of pickup',
    }),
    total_pages: Type.Integer(),
    has_more: Type.Boolean(),
    next_cursor: textOrNull('Walks deep at a steady price'),
  },
  { title: 'Pagination', description: 'Where a page stands in its list' },
)

/** Where a page stands in a feed that only goes forward. */
export const feedPagination = closed(
  {
    limit: Type.Integer({ description: 'As applied' }),
    has_more: Type.Boolean(),
    next_cursor: Type.String({ description: 'Send it as `after` to read on, now or later' }),
  },
  { title: 'FeedPagination', description: 'Where a page stands in a feed that only goes forward' },
)

const itemMembers = {
  id: Type.String({ format: 'uuid' }),
  ecmr_number: Type.String({ description: 'Opens public tracking' }),
  status: oneOf(statuses, 'Where the note stands'),
  status_label: Type.String({ description: 'The status in words, by Accept-Language' }),
  version: Type.Integer({ description: 'Number of events so far' }),
  created_at: Type.String(),
  updated_at: Type.String(),
  taken_over_at: Type.Optional(Type.String()),
  delivered_at: Type.Optional(Type.String()),
  cancelled: Type.Boolean(),
  cancelled_at: Type.Optional(Type.String()),
  cancel_reason: Type.Optional(Type.String()),
  signed_by: list(oneOf(roles, 'A role whose signature covers the present content')),
  outdated_signatures: list(
    oneOf(roles, 'A role that signed before the content changed, and has not signed again'),
  ),
  open_incidents: Type.Integer(),
  tracking_url: Type.String({ description: 'Public tracking, for people' }),
  /** only of notes of others */
  shared_by: Type.Optional(publicCompany),
}

/** A note in a list: some of its fields, and its state. */
export type EcmrListItem<F extends FieldName> = Pick<EcmrFields, F> & Static<TObject<typeof itemMembers>>

/** A page of notes whose items show the given fields; the rest of a note is in its record. */
export function ecmrList<F extends FieldName>(fields: readonly F[]) {
  const shown = Object.fromEntries(fields.map((name) => [name, fieldsToShow[name]]))
  const titles = { title: 'ListedConsignmentNote', description: 'A note in a list' }
  // Written out, the type of these fields is longer than a declaration may be.
  const item = Type.Unsafe<EcmrListItem<F>>(closed({ ...itemMembers, ...shown }, titles))
  return closed(
    { data: list(item), pagination },
    { title: 'ConsignmentNoteList', description: 'A page of notes' },
  )
}
