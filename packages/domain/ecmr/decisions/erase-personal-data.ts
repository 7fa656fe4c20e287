import type { CommandOf } from '../commands.js'
import { deadlines, retainUntil } from '../compliance/deadlines.js'
import { endOfDay } from '../compliance/local-days.js'
import { accept, type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import { type PersonalCategory, personalCategories } from '../personal-categories.js'
import { categoryOfField, ERASED } from '../personal-data.js'
import type { Note } from '../state.js'

/**
 * Erases personal values of a note for good, wherever it stands. While the law has the parties keep them, the erasure is
 * recorded with the instant from which it may be carried out.
 */
export function erasePersonalData(
  note: Note,
  { categories, reason, by, keys, inClear }: CommandOf<'erase_personal_data'>,
  { now }: DecisionContext,
): Verdict {
  const why = stated(reason)
  const fault = faultIn(note, categories, why)
  if (why === undefined || fault !== undefined)
    return refuse('invalid_command', fault ?? '', {
      errors: [{ pointer: '/reason', code: 'invalid', message: fault ?? '' }],
    })
  if (keys.length === 0 && !inClear) return accept()
  if (isUnderWay(note))
    return refuse(
      'erasure_held',
      'The law requires this data to be kept while the goods are in transit or an incident is open: try again after delivery.',
    )
  const due = dutyUntil(note)
  if (due === undefined || due <= now)
    return accept({ type: 'PersonalDataErased', data: { categories, reason: why, by, keys } })
  const asked = note.erasure?.categories ?? []
  const all = personalCategories.filter((one) => asked.includes(one) || categories.includes(one))
  if (all.length === asked.length && note.erasure?.due === due) return accept()
  return accept({ type: 'PersonalDataErased', data: { categories: all, reason: why, by, due } })
}

/** An erasure is of no use when its reason says what is erased: it stays on record. */
function faultIn(
  note: Note,
  categories: readonly PersonalCategory[],
  reason: string | undefined,
): string | undefined {
  if (reason === undefined) return 'reason says why the values are erased.'
  const said = reason.toLowerCase()
  const names = personalTexts(note, categories).some((text) => said.includes(text.toLowerCase()))
  return names ? 'Leave the data to be erased out of the reason: the reason stays on record.' : undefined
}

/** Shorter ones stand in other words by chance. */
const SHORTEST = 4

function personalTexts(
  { fields, signatures }: Note,
  categories: readonly PersonalCategory[],
): readonly string[] {
  const inFields = Object.entries(fields).flatMap(([name, value]) => {
    const category = categoryOfField(name)
    return category && categories.includes(category) ? [value] : []
  })
  const signers = categories.includes('people') ? signatures.map(({ signer_name }) => signer_name) : []
  return [...inFields, ...signers]
    .filter((value) => typeof value === 'string')
    .filter((text) => text.length >= SHORTEST && text !== ERASED)
}

/** A document of the goods has to go with them. */
function isUnderWay({ status, cancelled_at }: Note): boolean {
  return cancelled_at === undefined && (status === 'in_transit' || status === 'incident')
}

/** When the last term ends that has the parties keep what the note says; undefined: none runs. */
function dutyUntil(note: Note): string | undefined {
  const day = retainUntil(note)
  if (day === null || note.cancelled_at !== undefined) return undefined
  const { delivery_country, receiver_country } = note.fields
  const kept = endOfDay(day, delivery_country ?? receiver_country)
  const ends = deadlines(note, () => undefined).map(({ ends_at }) => ends_at)
  return [kept, ...ends].sort().at(-1)
}
