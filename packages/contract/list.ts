import { type EcmrFields, type FieldName, roles, statuses, statusSpellings } from '@ecmr/domain'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { fieldsToShow } from './fields.js'
import { asOf, closed, list, oneOf, textOrNull } from './json-schema.js'

const sorts = ['created_at', 'updated_at', 'pickup_date', 'ecmr_number'] as const

/** The orders of a list; a leading minus is descending. */
export const sortOrders = [...sorts, ...sorts.map((name) => `-${name}` as const)]
export type SortOrder = (typeof sortOrders)[number]

/** More than this are never on one page; who asks for more gets this many, and `pagination.limit` says so. */
export const LARGEST_PAGE = 100

const limit = Type.Integer({
  description: `Results per page; above ${LARGEST_PAGE} it is ${LARGEST_PAGE}`,
  minimum: 1,
  maximum: 1_000_000,
  default: 20,
})

/** Query parameters of `GET /api/ecmrs`. */
export const listQuery = closed({
  page: Type.Integer({ description: 'Page number', minimum: 1, maximum: 1_000_000, default: 1 }),
  limit,
  status: Type.Optional(oneOf(statusSpellings, 'Only notes that stand there, in either spelling')),
  search: Type.Optional(
    Type.String({
      description: 'Parts of words in number, parties, cities, goods, plate and reference',
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    }),
  ),
  pickup_from: Type.Optional(Type.String({ description: 'Picked up on this day or later', format: 'date' })),
  pickup_to: Type.Optional(Type.String({ description: 'Picked up on this day or earlier', format: 'date' })),
  include_cancelled: Type.Boolean({ description: 'Show cancelled notes too', default: false }),
  sort: oneOf(sortOrders, 'Order; newest first unless given', { default: '-created_at' }),
  cursor: Type.Optional(
    Type.String({ description: 'pagination.next_cursor of the page before', maxLength: 1000 }),
  ),
  as_of: asOf(
    'The list as it stood at this instant (RFC 3339): all that was recorded until then, itself included. Not with search or sort by updated_at',
  ),
})
export type ListQueryString = Static<typeof listQuery>

/** Where a page stands in its list. */
export const pagination = closed({
  page: Type.Integer(),
  limit: Type.Integer({ description: 'As applied' }),
  total: Type.Integer({ description: 'How many there are' }),
  total_is_exact: Type.Boolean({ description: 'False when a search found more than it counts' }),
  total_pages: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: textOrNull('Walks deep at a steady price'),
})

/** Where a page stands in a feed that only goes forward. */
export const feedPagination = closed({
  limit: Type.Integer({ description: 'As applied' }),
  has_more: Type.Boolean(),
  next_cursor: Type.String({ description: 'Send it as `after` to read on, now or later' }),
})

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
  signed_by: list(oneOf(roles, 'A role that has signed')),
  open_incidents: Type.Integer(),
  tracking_url: Type.String({ description: 'Public tracking, for people' }),
}

/** A note in a list: some of its fields, and its state. */
export type EcmrListItem<F extends FieldName> = Pick<EcmrFields, F> & Static<TObject<typeof itemMembers>>

/** A page of notes whose items show the given fields; the rest of a note is in its record. */
export function ecmrList<F extends FieldName>(fields: readonly F[]) {
  const shown = Object.fromEntries(fields.map((name) => [name, fieldsToShow[name]]))
  const titles = { title: 'ListedConsignmentNote', description: 'A note in a list' }
  // Written out, the type of these fields is longer than a declaration may be.
  const item = Type.Unsafe<EcmrListItem<F>>(closed({ ...itemMembers, ...shown }, titles))
  return closed({ data: list(item), pagination }, { description: 'A page of notes' })
}
