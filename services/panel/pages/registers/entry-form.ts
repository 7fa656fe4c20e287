import { textIn } from '@ecmr/application'
import {
  checkBody,
  type EntryData,
  type Language,
  membersOf,
  type Register,
  registerSchemas,
  requiredMembers,
} from '@ecmr/contract'
import type { JsonValue } from '@ecmr/domain'
import { kindOf } from '../../forms/field-kinds.js'
import type { FormState, FormValues } from '../../forms/form.js'
import { readMembers, writeMembers } from '../../forms/note-fields.js'
import { type Control, drawnAs } from '../notes/fields/controls.js'
import { noteFaults } from '../notes/fields/note-faults.js'
import { registerTexts } from './texts.js'

/** The members that a form of a register shows, with how they are typed; the fields of a template are written with those of a note. */
function kindsOf(register: Register) {
  const shown = Object.entries(membersOf(register)).filter(([name]) => name !== 'fields')
  return shown.map(([name, schema]) => [name, kindOf(schema)] as const)
}

/** The controls of the form of an entry. */
export function entryControls(register: Register, language: Language): readonly Control[] {
  const t = registerTexts[language]
  const required: readonly string[] = requiredMembers[register]
  return kindsOf(register).map(([name, kind]) => ({
    name,
    label: labelOf(register, name, language),
    ...(required.includes(name) && { required: true }),
    ...(name === 'reference' && { hint: t.referenceHint }),
    ...(kind.kind === 'choice'
      ? { options: Object.entries(t.kinds).map(([value, label]) => [value, label] as const) }
      : drawnAs(kind, name, language)),
  }))
}

/** What a member is called. */
export function labelOf(register: Register, name: string, language: Language): string {
  const t = registerTexts[language]
  if (name === 'license_number') return register === 'drivers' ? t.licenses.drivers : t.licenses.parties
  const labels: Readonly<Record<string, string>> = t.labels
  return labels[name] ?? name
}

/** An entry as its form shows it. */
export function entryValues(register: Register, data: EntryData, language: Language): FormValues {
  const values = writeMembers(kindsOf(register), data, { language })
  return { ...values, ...(Object.hasOwn(data, 'kind') && { kind: textIn(data, 'kind') }) }
}

export interface ReadEntry {
  /** what was typed; absent: null, which clears */
  readonly data: EntryData
  readonly form: FormState
}

/**
 * Reads the form of an entry.
 *
 * @param before the entry as it is: what the form does not show of it is judged with the rest
 */
export function readEntry(
  register: Register,
  values: FormValues,
  language: Language,
  before: EntryData = {},
): ReadEntry {
  const kinds = kindsOf(register)
  const { fields: typed, faults: unread } = readMembers(kinds, '', values, language)
  const unshown = register === 'templates' ? { fields: before.fields ?? {} } : {}
  const faults = [...unread, ...checkBody(registerSchemas[register].create, { ...unshown, ...typed })]
  const blank = kinds.flatMap(([name]) => (name in typed ? [] : [[name, null] as const]))
  const data: Readonly<Record<string, JsonValue>> = { ...Object.fromEntries(blank), ...typed }
  return { data, form: { values, faults: noteFaults(faults, values, language) } }
}
