import type { ActorNames } from '@ecmr/accounts'
import { type Language, placeLabel } from '@ecmr/contract'
import type { JsonObject, JsonValue } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import { historyEntry, type TrailEvent } from '@ecmr/read-models'
import { formatsFor } from '../../texts/formats.js'
import { valueText } from '../notes/read/values.js'
import { actorName } from '../notes/shared/actors.js'
import { brief } from '../notes/shared/brief.js'
import { eventSentence } from '../notes/shared/labels.js'
import { texts } from './texts.js'

/** A line of the trail, in words. */
export interface TrailEntry {
  readonly at: string
  readonly sentence: string
  readonly who: string
  /** the note that it belongs to */
  readonly note?: { readonly number: string; readonly href: string }
  readonly inferred: boolean
  /** what changed and what else was said, one sentence each */
  readonly lines: readonly string[]
  /** place in its stream, from 0 */
  readonly revision: number
  readonly position: Position
  readonly hash: string
  readonly prev_hash: string | null
}

const MOST_CHANGES = 8
const LONGEST_VALUE = 120

/** An event of a note in words. */
export function noteEntry(event: TrailEvent, nameOf: ActorNames, language: Language): TrailEntry {
  const { ecmr_id, ecmr_number, changes, inferred, hash, prev_hash, recorded_at } = historyEntry(event)
  const t = texts[language]
  const shown = changes.slice(0, MOST_CHANGES).map((change) => changeLine(change, language))
  const left = changes.length - shown.length
  return {
    at: recorded_at,
    sentence: eventSentence(event, language),
    who: brief(actorName(event.metadata.actor, nameOf, language), LONGEST_VALUE),
    note: { number: ecmr_number, href: `/ecmrs/${ecmr_id}` },
    inferred,
    lines: [
      ...saidIn(event.data, language),
      ...shown,
      ...(left > 0 ? [t.more(formatsFor(language, 'UTC').number(left))] : []),
    ],
    revision: event.revision,
    position: event.position,
    hash,
    prev_hash,
  }
}

interface FieldChange {
  readonly field: string
  readonly old: JsonValue
  readonly new: JsonValue
}

function changeLine({ field, old, new: value }: FieldChange, language: Language): string {
  const t = texts[language]
  const label = placeLabel(field, language)
  const words = (value: JsonValue): string => brief(valueText(field, value, language), LONGEST_VALUE)
  if (old === null) return t.set(label, words(value))
  return value === null ? t.cleared(label, words(old)) : t.changed(label, words(old), words(value))
}

/** What an event says besides changes of fields. */
function saidIn(data: JsonObject, language: Language): readonly string[] {
  const { members, set } = texts[language]
  return Object.entries(members).flatMap(([member, label]) => {
    const value = data[member]
    return typeof value === 'string' ? [set(label, brief(value, LONGEST_VALUE))] : []
  })
}
