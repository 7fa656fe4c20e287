import type { Language } from '@ecmr/contract'
import { type FieldName, fieldNames, type JsonObject, type JsonValue } from '@ecmr/domain'
import type { HistoryEntry } from '@ecmr/read-models'
import type { Formats } from '../../../texts/formats.js'
import { valueText } from '../read/values.js'
import { brief } from '../shared/brief.js'
import {
  eventSentence,
  fullFieldLabel,
  nameIn,
  severityLabels,
  signingMethodLabels,
} from '../shared/labels.js'
import { actorKinds, detailLabels } from './texts.js'

// A page stays small however much is changed at once: the whole of an entry has a page of its own.
const MOST_CHANGES = 150
const LEAST_OF_ENTRY = 5
const LONGEST_VALUE = 160

/** An entry of a note's history in words. */
export interface EntryView {
  readonly version: number
  readonly sentence: string
  readonly at: string
  readonly who: string
  readonly kind: string
  readonly reason: string | null
  readonly inferred: boolean
  readonly changes: readonly ChangeView[]
  /** false: this is the creation */
  readonly hadBefore: boolean
  /** changes that are left out */
  readonly left: number
  /** what it says besides: label and value */
  readonly details: readonly (readonly [string, string])[]
  readonly hash: string
  readonly previousHash: string | null
}

interface ChangeView {
  readonly label: string
  readonly before: string
  readonly after: string
}

interface Manner {
  readonly language: Language
  readonly f: Formats
}

/** The entries of a page, each cut short if there is very much in them. */
export function entryViews(entries: readonly HistoryEntry[], manner: Manner): readonly EntryView[] {
  const changes = entries.reduce((sum, entry) => sum + entry.changes.length, 0)
  const most =
    changes <= MOST_CHANGES ? changes : Math.max(LEAST_OF_ENTRY, Math.floor(MOST_CHANGES / entries.length))
  return entries.map((entry) => entryView(entry, manner, { changes: most, value: LONGEST_VALUE }))
}

/** An entry with everything that it says. */
export function wholeEntry(entry: HistoryEntry, manner: Manner): EntryView {
  return entryView(entry, manner, { changes: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY })
}

function entryView(
  entry: HistoryEntry,
  manner: Manner,
  most: { readonly changes: number; readonly value: number },
): EntryView {
  const { language } = manner
  const said = (field: string, value: JsonValue): string =>
    brief(valueText(field, value, language), most.value)
  return {
    version: entry.version,
    sentence: eventSentence(entry, language),
    at: entry.recorded_at,
    who: entry.actor.name,
    kind: nameIn(actorKinds[language], entry.actor.kind) ?? entry.actor.kind,
    reason: entry.reason === null ? null : brief(entry.reason, most.value),
    inferred: entry.inferred,
    changes: entry.changes.slice(0, most.changes).map(({ field, old, new: next }) => ({
      label: labelOf(field, language),
      before: said(field, old),
      after: said(field, next),
    })),
    hadBefore: entry.type !== 'EcmrCreated',
    left: Math.max(0, entry.changes.length - most.changes),
    details: detailsOf(entry.data, manner).map(([label, text]) => [label, brief(text, most.value)]),
    hash: entry.hash,
    previousHash: entry.prev_hash,
  }
}

/** A field that this version does not know has its own name. */
function labelOf(field: string, language: Language): string {
  const known: FieldName | undefined = fieldNames.find((name) => name === field)
  return known === undefined ? field : fullFieldLabel(known, language)
}

function detailsOf(data: JsonObject, { language, f }: Manner): readonly (readonly [string, string])[] {
  return Object.entries(detailLabels[language]).flatMap(([name, label]): (readonly [string, string])[] => {
    const value = data[name]
    if (typeof value !== 'string') return []
    if (/_at$/.test(name)) return [[label, f.instant(value)]]
    const word = nameIn(severityLabels[language], name === 'severity' && value)
    return [[label, word ?? nameIn(signingMethodLabels[language], name === 'method' && value) ?? value]]
  })
}
