import type { Language } from '@ecmr/contract'
import { type FieldName, requiredFields } from '@ecmr/domain'
import { type FieldKind, fieldKind } from '../../../forms/field-kinds.js'
import type { PaperRead } from '../paper/paper.js'
import { formTexts } from '../shared/form-texts.js'
import { nameIn, transportTypeLabels } from '../shared/labels.js'

/** A control of a form, as `/forms/field` draws it. */
export interface Control {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly hint?: string
  readonly required?: boolean
  readonly rows?: number
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly list?: string
  readonly inputmode?: string
  readonly autocomplete?: string
  /** what few need: it is folded away together with those beside it that have the same name */
  readonly folded?: string
  /** what it begins with */
  readonly value?: string
  /** what was read for it of a paper note */
  readonly read?: PaperRead
}

/** The control of a field that is no list of objects. */
export function controlOf(field: FieldName, label: string, language: Language): Control {
  const kind = fieldKind(field)
  const said = formTexts[language].fields
  const hint = kind.kind === 'list' ? said.perLine : nameIn({ transport_type: said.regime }, field)
  return {
    name: field,
    label,
    ...(field in requiredFields && { required: true }),
    ...(hint && { hint }),
    ...drawnAs(kind, field, language),
  }
}

/** What leaving a choice open means. */
function unsaid(name: string, language: Language): string {
  const said = formTexts[language].fields
  return name === 'transport_type' ? said.byCountries : said.unsaid
}

/** What a kind of field is typed or chosen with. */
export function drawnAs(kind: FieldKind, name: string, language: Language): Partial<Control> {
  const said = formTexts[language].fields
  switch (kind.kind) {
    case 'date':
    case 'time':
      return { type: kind.kind }
    case 'email':
      return { type: 'email' }
    case 'number':
    case 'decimal':
      return { inputmode: 'decimal' }
    case 'country':
      return { list: 'countries' }
    case 'currency':
      return { list: 'currencies' }
    case 'text':
      return { rows: name === 'goods_description' ? 3 : 2 }
    case 'list':
      return { rows: 3 }
    case 'yes_no':
      return {
        options: [
          ['', said.unsaid],
          ['true', said.yes],
          ['false', said.no],
        ],
      }
    case 'choice':
      return {
        options: [
          ['', unsaid(name, language)],
          ...kind.of.map((value) => [value, choiceLabel(value, language)] as const),
        ],
      }
    default:
      return {}
  }
}

/** What a choice is called; packing groups are called by their numerals. */
export function choiceLabel(value: string, language: Language): string {
  return (
    nameIn(transportTypeLabels[language], value) ?? nameIn(formTexts[language].fields.payer, value) ?? value
  )
}
