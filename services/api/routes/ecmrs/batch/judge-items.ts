import type { BatchedNote } from '@ecmr/application'
import { batchItem, bodyValidators, checkBody, givenFields, withContradictions } from '@ecmr/contract'
import { checkFields, type Fault, type JsonValue } from '@ecmr/domain'
import type { Static } from '@sinclair/typebox'

/** More faults of one item say nothing new, and would make the answer large. */
const MOST_FAULTS = 20

type Item = Static<typeof batchItem>

const isItem = bodyValidators.compile<Item>(batchItem)

/** An item as a note to be created, or what is wrong with it. */
export type JudgedItem =
  | { readonly ok: true; readonly note: BatchedNote }
  | { readonly ok: false; readonly index: number; readonly errors: readonly Fault[] }

/**
 * Judges each item by itself, with pointers into the item.
 *
 * @param batchKey the key of the batch, which is no item's
 */
export function judgeItems(items: readonly unknown[], batchKey: string | undefined): readonly JudgedItem[] {
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
      ? { ok: true, note: noteOf(item, index) }
      : { ok: false, index, errors: faults.slice(0, MOST_FAULTS) }
  })
}

function keyOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('idempotency_key' in item)) return undefined
  return typeof item.idempotency_key === 'string' ? item.idempotency_key : undefined
}

function faultsOf(item: unknown): readonly Fault[] {
  if (!isItem(item)) return withContradictions(checkBody(batchItem, item), item, 'create')
  const { idempotency_key, ...body } = item
  return checkFields(givenFields(body), 'create')
}

/** The key of an item counts as the header of a creation by itself does, so that either may repeat the other. */
function noteOf({ idempotency_key: key, ...body }: Item, index: number): BatchedNote {
  const note = { index, fields: givenFields(body), metadata: body.metadata ?? undefined }
  if (key === undefined) return note
  const request: JsonValue = { method: 'POST', url: '/api/ecmrs', body: JSON.parse(JSON.stringify(body)) }
  return { ...note, key: { from: 'client', key, request } }
}

function keyFault(message: string): Fault {
  return { pointer: '/idempotency_key', code: 'repeated', message }
}
