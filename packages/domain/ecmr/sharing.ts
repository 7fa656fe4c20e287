import type { JsonObject, JsonValue } from '../json.js'
import type { EcmrEventType, Role } from './events.js'
import type { Note, Share } from './state.js'

/** What a note may have of shares at the same time. */
export const shareLimits = { open: 20 } as const

/** What a company may do with a note. Undefined stands for none at all. */
export type Access =
  /** the company that the note belongs to */
  | { readonly kind: 'own' }
  /** one that it is shared with: it reads, and acts in these roles */
  | { readonly kind: 'shared'; readonly roles: readonly Role[] }

/** The shares of a note that have not been revoked. */
export function openShares({ shares }: Pick<Note, 'shares'>): readonly Share[] {
  return shares.filter(({ revoked_at }) => revoked_at === undefined)
}

/**
 * What a company may do with a note: the one rule that every read and every command asks. A share that was revoked is like one
 * that never was.
 */
export function accessOf(note: Pick<Note, 'company_id' | 'shares'>, company: string): Access | undefined {
  if (note.company_id === company) return { kind: 'own' }
  const own = openShares(note).filter(({ company_id }) => company_id === company)
  if (own.length === 0) return undefined
  return { kind: 'shared', roles: own.flatMap(({ role }) => role ?? []) }
}

/** The companies that a note is shared with now, each once. */
export function sharedWith(note: Pick<Note, 'shares'>): readonly string[] {
  return [...new Set(openShares(note).map(({ company_id }) => company_id))]
}

/** What stands in the place of what stays with a note's own company; undefined: the member goes. */
type Instead = Readonly<Record<string, JsonValue | undefined>>

/** Its bookkeeping, and whom it asked to sign by which address. Events keep the shape that their readers rely on. */
const ownMatters: Readonly<Partial<Record<EcmrEventType, Instead>>> = {
  EcmrCreated: { metadata: undefined },
  MetadataChanged: { metadata: {}, previous_metadata: {} },
  SignerInvited: { invited_name: '', invited_email: undefined },
}

const ownMattersOf: ReadonlyMap<string, Instead> = new Map(Object.entries(ownMatters))

/** Whether a member of an event's data stays with the company that the note belongs to. */
export function isOwnMatter(type: string, member: string): boolean {
  return member in (ownMattersOf.get(type) ?? {})
}

/** The data of an event as companies see it that the note is shared with. */
export function dataForOthers(type: string, data: JsonObject): JsonObject {
  const instead = ownMattersOf.get(type)
  if (instead === undefined) return data
  const seen = Object.entries(data).flatMap(([member, value]) => {
    const shown = member in instead ? instead[member] : value
    return shown === undefined ? [] : [[member, shown]]
  })
  return Object.fromEntries(seen)
}

/** A note as a company sees it that has access to it. */
export function noteFor(note: Note, access: Access): Note {
  return access.kind === 'own' ? note : { ...note, metadata: {}, invitations: [] }
}
