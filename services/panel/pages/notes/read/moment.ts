import type { Language } from '@ecmr/contract'
import { type Note, replay } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { emptyForm, type FormState } from '../../../forms/form.js'
import { instantAsked, shownLocally } from '../../../forms/local-time.js'
import { texts } from '../shared/texts.js'
import { readTexts } from './texts.js'

/** A note as it stands, or as it stood. */
export interface ReadMoment {
  readonly note: Note
  readonly events: readonly RecordedEvent[]
  /** present: this is the past, and these its last event's version and instant */
  readonly past: { readonly version: number; readonly at: string } | undefined
  readonly form: FormState
}

/**
 * The note at the version or the instant that an address asks for: `?version=3`, or `?en=` with an instant (RFC 3339) or
 * a local time as forms send it. What cannot be is reported, and the note is shown as it is.
 */
export function readMoment(
  { note, events }: { readonly note: Note; readonly events: readonly RecordedEvent[] },
  asked: { readonly version?: unknown; readonly en?: unknown },
  language: Language,
  timeZone: string,
): ReadMoment {
  const present = { note, events, past: undefined }
  const en = textOf(asked.en)
  const values = { version: textOf(asked.version), en: shownLocally(en, timeZone) }
  if (values.version === '' && values.en === '') return { ...present, form: emptyForm(values) }
  const fault = (field: 'version' | 'en', sentence: string): ReadMoment => ({
    ...present,
    form: { values, faults: { [field]: sentence } },
  })
  const said = readTexts[language]
  const until = values.version === '' ? undefined : Number(values.version)
  const at = values.version === '' ? instantAsked(en, timeZone) : undefined
  if (until !== undefined && !(Number.isInteger(until) && until >= 1 && until <= events.length))
    return fault('version', said.noSuchVersion(events.length))
  if (until === undefined && at === undefined) return fault('en', texts[language].noSuchInstant)
  const before = events.filter(({ revision, metadata }) =>
    until === undefined ? metadata.recorded_at <= (at ?? '') : revision < until,
  )
  const last = before.at(-1)
  const past = replay(before).note
  if (last === undefined || past === null) return fault('en', said.notYet)
  if (before.length === events.length && until === undefined) return { ...present, form: emptyForm(values) }
  return {
    note: past,
    events: before,
    past: { version: past.version, at: last.metadata.recorded_at },
    form: emptyForm(values),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
