import { type BatchedNote, type Composed, composeNote, type Entry } from '@ecmr/application'
import {
  batchItem,
  batchItemFromRegisters,
  batchItemSchemaFor,
  bodyValidators,
  checkBody,
  type GivenParts,
  givenFields,
  givenParts,
  namesEntries,
  withContradictions,
} from '@ecmr/contract'
import { checkFields, type Fault, type JsonValue } from '@ecmr/domain'
import type { Static } from '@sinclair/typebox'

/** More faults of one item say nothing new, and would make the answer large. */
const MOST_FAULTS = 20

type Alone = Static<typeof batchItem>
type FromRegisters = Static<typeof batchItemFromRegisters>
type Item = Alone | FromRegisters

const isAlone = bodyValidators.compile<Alone>(batchItem)
const isFromRegisters = bodyValidators.compile<FromRegisters>(batchItemFromRegisters)
const isItem = (item: unknown): item is Item => (namesEntries(item) ? isFromRegisters(item) : isAlone(item))

/** What the items say that name entries of the registers. */
export function partsOf(items: readonly unknown[]): readonly GivenParts[] {
  return items.flatMap((item) => (namesEntries(item) && isFromRegisters(item) ? [partsOfItem(item)] : []))
}

function partsOfItem({ idempotency_key: _, ...body }: FromRegisters): GivenParts {
  return givenParts(body)
}

/** An item as a note to be created, or what is wrong with it. */
export type JudgedItem =
  | { readonly ok: true; readonly note: BatchedNote }
  | { readonly ok: false; readonly index: number; readonly errors: readonly Fault[] }

/**
 * Judges each item by itself, with pointers into the item.
 *
 * @param asked.batchKey the key of the batch, which is no item's
 * @param asked.entries those that items name, by their ids
 */
export function judgeItems(
  items: readonly unknown[],
  asked: { readonly batchKey: string | undefined; readonly entries: ReadonlyMap<string, Entry> },
): readonly JudgedItem[] {
  const { batchKey, entries } = asked
  const owners = new Map<string, number>()
  return items.map((item, index) => {
    const faults = [...faultsOf(item)]
    const key = keyOf(item)
    const first = key === undefined ? undefined : owners.get(key)
    if (key !== undefined && first === undefined) owners.set(key, index)
    if (first !== undefined) faults.push(keyFault(`Item ${first} has this key too; give each its own.`))
    if (key !== undefined && key === batchKey)
      faults.push(keyFault('The batch has this key too; give the item its own, or none.'))
    return faults.length === 0 && isItem(item)
      ? { ok: true, note: noteOf(item, index, entries) }
      : { ok: false, index, errors: faults.slice(0, MOST_FAULTS) }
  })
}

function keyOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('idempotency_key' in item)) return undefined
  return typeof item.idempotency_key === 'string' ? item.idempotency_key : undefined
}

function faultsOf(item: unknown): readonly Fault[] {
  if (!isItem(item)) return withContradictions(checkBody(batchItemSchemaFor(item), item), item, 'create')
  // What names entries is judged together with what these say.
  if (namesEntries(item) || !isAlone(item)) return []
  const { idempotency_key, ...body } = item
  return checkFields(givenFields(body), 'create')
}

/** The key of an item counts as the header of a creation by itself does, so that either may repeat the other. */
function noteOf(item: Item, index: number, entries: ReadonlyMap<string, Entry>): BatchedNote {
  const { idempotency_key: key, ...body } = item
  const composed = composedOf(item, entries)
  const note = { index, composed, metadata: body.metadata ?? undefined }
  if (key === undefined) return note
  const request: JsonValue = { method: 'POST', url: '/api/ecmrs', body: JSON.parse(JSON.stringify(body)) }
  return { ...note, key: { from: 'client', key, request } }
}

function composedOf(item: Item, entries: ReadonlyMap<string, Entry>): Composed {
  if (isAlone(item)) {
    const { idempotency_key: _, ...body } = item
    return { ok: true, fields: givenFields(body) }
  }
  const composed = composeNote(partsOfItem(item), entries)
  return composed.ok ? composed : { ...composed, faults: composed.faults.slice(0, MOST_FAULTS) }
}

function keyFault(message: string): Fault {
  return { pointer: '/idempotency_key', code: 'repeated', message }
}
