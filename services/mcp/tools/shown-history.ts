import { closed, type HistoryEntry, list } from '@ecmr/contract'
import type { JsonValue } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { bytesIn, cut, firstThatFit } from './answer-size.js'
import { goesOn } from './cursors.js'

const anything = Type.Unsafe<JsonValue>({})
const optional = {
  data: anything,
  hash: Type.String(),
  prev_hash: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
}

const entrySchema = closed({
  version: Type.Integer({ description: 'La de la carta tras el hecho' }),
  type: Type.String(),
  recorded_at: Type.String(),
  actor: closed({ kind: Type.String(), name: Type.String() }),
  changes: list(closed({ field: Type.String(), old: anything, new: anything })),
  reason: Type.Optional(Type.String()),
  inferred: Type.Optional(Type.Boolean({ description: 'Deducido de un hecho posterior' })),
  ...Type.Partial(Type.Object(optional)).properties,
  is_cut: Type.Optional(Type.Boolean({ description: 'Valores largos acortados; enteros, en el panel' })),
})

export const shownHistorySchema = goesOn({
  data: list(entrySchema, { description: 'Lo más reciente primero' }),
  total: Type.Integer(),
})

type ShownEntry = (typeof shownHistorySchema)['static']['data'][number]

const LONGEST_TEXT = 300
const LARGEST_VALUE = 1_000

/**
 * The newest of some entries that fit into so many bytes, newest first; at least one.
 *
 * @param entries oldest first
 * @param withData also what each event holds, and its hashes
 */
export function shownHistory(
  entries: readonly HistoryEntry[],
  { withData, room }: { readonly withData: boolean; readonly room: number },
): readonly ShownEntry[] {
  const shown = entries.toReversed().map((entry) => {
    const whole = withData ? wholeEntry(entry) : undefined
    return whole && bytesIn(whole) <= room ? whole : shortEntry(entry, { withHashes: withData, room })
  })
  return firstThatFit(shown, room)
}

function wholeEntry(entry: HistoryEntry): ShownEntry {
  const { data, hash, prev_hash, changes } = entry
  return { ...said(entry), changes, data, hash, prev_hash }
}

/** Room for what an entry says besides its changes, twice over. */
const FRAME = 2_000

function shortEntry(
  entry: HistoryEntry,
  { withHashes, room }: { readonly withHashes: boolean; readonly room: number },
): ShownEntry {
  const all = entry.changes.map(({ field, old, new: to }) => ({ field, old: short(old), new: short(to) }))
  const changes = firstThatFit(all, room - FRAME)
  const { hash, prev_hash } = entry
  const isCut = withHashes || JSON.stringify(changes) !== JSON.stringify(entry.changes)
  return {
    ...said(entry),
    changes,
    ...(withHashes && { hash, prev_hash }),
    ...(isCut && { is_cut: true }),
  }
}

function said({ version, type, recorded_at, actor, reason, inferred }: HistoryEntry) {
  return {
    version,
    type,
    recorded_at,
    actor: { kind: actor.kind, name: actor.name },
    ...(reason !== null && { reason: cut(reason, LONGEST_TEXT) }),
    ...(inferred && { inferred }),
  }
}

/** A value as it is, or what kind of value it is when it is large. */
function short(value: JsonValue): JsonValue {
  if (typeof value === 'string') return cut(value, LONGEST_TEXT)
  if (typeof value !== 'object' || value === null || bytesIn(value) <= LARGEST_VALUE) return value
  return Array.isArray(value) ? `(lista de ${value.length})` : '(datos largos)'
}
