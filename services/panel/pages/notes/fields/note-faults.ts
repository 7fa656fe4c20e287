import type { Language } from '@ecmr/contract'
import { type Fault, fieldNames } from '@ecmr/domain'
import { type FieldKind, fieldKind } from '../../../forms/field-kinds.js'
import { type FormValues, typedAs } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { type FormTexts, formTexts } from '../shared/form-texts.js'
import { nameIn } from '../shared/labels.js'

/** Faults of a note's fields as a form shows them: one sentence for each control. */
export function noteFaults(
  faults: readonly Fault[],
  values: FormValues,
  language: Language,
): Readonly<Record<string, string>> {
  const said = new Map<string, string>()
  for (const fault of faults) {
    const [name, sentence] = placed(fault, values, language)
    // The first fault of a place is the one that says most.
    if (!said.has(name)) said.set(name, sentence)
  }
  return Object.fromEntries(said)
}

/** The control in which a fault is, and what is said there: a line of a list has none of its own. */
function placed(fault: Fault, values: FormValues, language: Language): readonly [string, string] {
  const name = fault.pointer.slice(1)
  const [list = '', line, member] = name.split('/')
  const kind = kindAt(name)
  const sentence = specific(fault, kind, typedAs(values, name), formTexts[language].faults)
  const said = sentence ?? sentencesFor([fault], language)[name] ?? fault.message
  const isLine = line !== undefined && member === undefined && kindAt(list)?.kind === 'list'
  return isLine ? [list, formTexts[language].faults.line(Number(line) + 1, said)] : [name, said]
}

function kindAt(name: string): FieldKind | undefined {
  const [first, , member] = name.split('/')
  const field = fieldNames.find((known) => known === first)
  const kind = field && fieldKind(field)
  if (kind?.kind !== 'rows' || member === undefined) return kind
  return Object.hasOwn(kind.members, member) ? kind.members[member] : undefined
}

function specific(
  { code, pointer, message }: Fault,
  kind: FieldKind | undefined,
  typed: string,
  said: FormTexts['faults'],
): string | undefined {
  const name = pointer.slice(1)
  switch (code) {
    case 'number':
    case 'country':
      return said[code]
    case 'ambiguous_number':
      return ambiguous(typed, said)
    case 'contradiction':
      return nameIn(said.before, name)
    case 'not_editable':
      return said.notEditable
    case 'instant':
      return said.instant
    case 'wrong_type':
      return kind?.kind === 'number' ? said.number : undefined
    case 'invalid_format':
      if (/control characters/.test(message)) return said.control
      if (/direction of text/.test(message)) return said.turning
      if (name === 'goods_un_number') return said.un
      if (name === 'language') return said.bcp47
      return kind && nameIn(said.formats, kind.kind)
    default:
      return undefined
  }
}

/** Both numbers that were perhaps meant: what stands before the mark is whole, or it is thousands. */
function ambiguous(typed: string, said: FormTexts['faults']): string {
  const [mark = ''] = /[.,]/.exec(typed) ?? []
  return said.ambiguous(typed, typed.replace(mark, ''), typed.replace(mark, mark === '.' ? ',' : '.'))
}
