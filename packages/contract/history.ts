import type { JsonValue } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'
import { feedPagination, pagination } from './list.js'

const anything = (description: string) => Type.Unsafe<JsonValue>({ description })

/** What happened to a note: who, when, what changed. */
export const historyEntry = closed(
  {
    position: Type.String({ description: 'Place in the whole log; sorts as text' }),
    ecmr_id: Type.String(),
    ecmr_number: Type.String(),
    version: Type.Integer({ description: 'The note’s version after it' }),
    type: Type.String({ description: 'What happened' }),
    recorded_at: Type.String({ description: 'RFC 3339, UTC' }),
    actor: closed({ kind: Type.String(), id: Type.String(), name: Type.String() }),
    changes: list(closed({ field: Type.String(), old: anything('Before'), new: anything('After') })),
    reason: textOrNull('Why, when somebody said so'),
    inferred: Type.Boolean({ description: 'Not reported, but it must have happened' }),
    data: anything('Everything that the event says'),
    hash: Type.String({ description: 'SHA-256 over this event and the hash before it' }),
    prev_hash: textOrNull('Hash of the event before it in the note’s history'),
  },
  { title: 'HistoryEntry', description: 'An event of a note' },
)
export type HistoryEntryView = Static<typeof historyEntry>

/** Query parameters of `GET /api/ecmrs/{id}/events`. */
export const historyQuery = closed({
  page: Type.Integer({ description: 'Page number', minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ description: 'Entries per page', minimum: 1, maximum: 1_000_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({
      description:
        'pagination.next_cursor of the page before. A page whose entries are large ends early, at about 2 MB, and only this leads on from it',
      pattern: '^[0-9]{1,9}$',
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
      'Entries at most; fewer when they are large, so that a page is about 2 MB, and has_more is true then',
    minimum: 1,
    maximum: 1_000_000,
    default: 100,
  }),
})

/** A page of a note's history, oldest first. */
export const historyPage = closed({ data: list(historyEntry), pagination })

/** Entries of the change feed, oldest first. */
export const changeFeed = closed({ data: list(historyEntry), pagination: feedPagination })
