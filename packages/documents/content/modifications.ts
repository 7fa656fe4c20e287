import { type FieldName, fieldNames, type JsonValue, sameJson } from '@ecmr/domain'
import { fullFieldName } from '../captions/field-names.js'
import { actorNames } from '../captions/names.js'
import { words } from '../captions/words.js'
import type { DocumentLanguage } from '../document-input.js'
import type { Modification } from './page-data.js'
import { isLeftOut, type PublicEntry } from './redaction.js'
import { writtenInstant, writtenValue } from './values.js'

type Change = PublicEntry['changes'][number]

/** What changed since the note was first issued or signed, whichever came first: earlier drafts bind nobody. */
export function modificationsOf(
  history: readonly PublicEntry[],
  language: DocumentLanguage,
): readonly Modification[] {
  const first = history.findIndex(({ type }) => type === 'DocumentIssued' || type === 'EcmrSigned')
  if (first < 0) return []
  return history
    .slice(first)
    .filter(({ changes }) => changes.length > 0)
    .map(({ recorded_at, actor, reason, changes }) => ({
      at: writtenInstant(recorded_at),
      by: nameOf(actor.kind, language),
      reason: reason === null ? null : { label: words[language].reason, text: reason },
      changes: changes.flatMap((change) => changeLines(change, language)),
    }))
}

function nameOf(kind: string, language: DocumentLanguage): string {
  const names: Readonly<Record<string, string>> = actorNames[language]
  return Object.hasOwn(names, kind) ? (names[kind] ?? kind) : kind
}

function changeLines(change: Change, language: DocumentLanguage): Modification['changes'] {
  const field = fieldNames.find((name) => name === change.field)
  if (field === undefined) return []
  if (isListOfObjects(change.old) || isListOfObjects(change.new)) return itemLines(field, change, language)
  return [oneLine(fullFieldName(field, language), field, change, language)]
}

/** Of a list only the places that changed. */
function itemLines(field: FieldName, change: Change, language: DocumentLanguage): Modification['changes'] {
  const old = asList(change.old)
  const now = asList(change.new)
  const places = Array.from({ length: Math.max(old.length, now.length) }, (_, i) => i)
  return places
    .map((i) => ({ i, old: old[i] ?? null, new: now[i] ?? null }))
    .filter((place) => !sameJson(place.old, place.new))
    .map(({ i, ...place }) => oneLine(`${fullFieldName(field, language)} ${i + 1}`, field, place, language))
}

function oneLine(
  particular: string,
  field: FieldName,
  change: Pick<Change, 'old' | 'new'>,
  language: DocumentLanguage,
): Modification['changes'][number] {
  const written = (value: JsonValue): string => {
    if (value === null) return ''
    return isLeftOut(field) ? words[language].leftOut : writtenValue(field, value, language)
  }
  return { particular, old: written(change.old), new: written(change.new) }
}

function asList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

const isListOfObjects = (value: JsonValue): boolean =>
  Array.isArray(value) && value.some((item) => typeof item === 'object')
