import type { JsonValue } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'
import { feedPagination, pagination } from './list.js'

const anything = (description: string) => Type.Unsafe<JsonValue>({ description })

/** What happened to a note: who, when, what changed. */
export const historyEntry = closed(
  {
    position: Type.String({ description: 'Position in the event log; sorts as text' }),
    ecmr_id: Type.String(),
    ecmr_number: Type.String(),
    version: Type.Integer({ description: 'Version of the note after the event' }),
    type: Type.String({ description: 'Type of the event' }),
    recorded_at: Type.String({ description: 'RFC 3339, UTC' }),
    actor: closed({
      kind: Type.String(),
      id: Type.String(),
      name: Type.String({ description: 'Its name by now; of what is gone, or has none, the kind' }),
      identified_by: Type.Optional(
        Type.String({ description: 'Of a driver’s link: the code that the person was identified by' }),
      ),
    }),
    changes: list(closed({ field: Type.String(), old: anything('Old value'), new: anything('New value') })),
    reason: textOrNull('The reason given, if any'),
    inferred: Type.Boolean({ description: 'Not reported, but implied by a later event' }),
    data: anything('Data of the event'),
    hash: Type.String({ description: 'SHA-256 over this event and the previous hash' }),
    prev_hash: textOrNull('Hash of the previous event of the note'),
  },
  { title: 'HistoryEntry', description: 'An event of a note' },
)
export type HistoryEntry = Static<typeof historyEntry>

/** Query parameters of `GET /api/ecmrs/{id}/events`. */
export const historyQuery = closed({
  page: Type.Integer({ description: 'Page number', minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ description: 'Entries per page', minimum: 1, maximum: 1_000_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({
      description:
        'pagination.next_cursor of the previous page. A page of large entries ends early, at about 2 MB; only the cursor continues from there',
      maxLength: 400,
    }),
  ),
})

/** Query parameters of `GET /api/events`. */
export const changeFeedQuery = closed({
  after: Type.String({
    description: 'Position of the last entry seen',
    pattern: '^[0-9A-Za-z_-]{0,64}$',
    default: '',
  }),
  limit: Type.Integer({
    description:
      'Maximum number of entries. A page of large entries ends early, at about 2 MB, with has_more: true',
    minimum: 1,
    maximum: 1_000_000,
    default: 100,
  }),
})

/** A page of a note's history, oldest first. */
export const historyPage = closed(
  { data: list(historyEntry), pagination },
  { title: 'History', description: 'A page of what happened to a note' },
)

/** Entries of the change feed, oldest first. */
export const changeFeed = closed(
  { data: list(historyEntry), pagination: feedPagination },
  { title: 'ChangeFeed', description: 'What happened to the notes of a company' },
)
