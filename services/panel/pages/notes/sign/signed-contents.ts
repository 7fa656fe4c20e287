import type { Language } from '@ecmr/contract'
import { type EcmrFields, fieldNames } from '@ecmr/domain'
import { fieldKind } from '../../../forms/field-kinds.js'
import { writeFields } from '../../../forms/write-fields.js'
import { choiceLabel } from '../fields/controls.js'
import { formTexts } from '../shared/form-texts.js'
import { placeLabel } from '../shared/labels.js'

/** Everything that a signature covers, in words. */
export function contentOf(
  fields: EcmrFields,
  language: Language,
): readonly { readonly label: string; readonly value: string }[] {
  const said = formTexts[language].fields
  return Object.entries(writeFields(fields, language)).map(([name, value]) => {
    const [field = '', part] = name.split('/')
    const known = fieldNames.find((each) => each === field)
    const isYesNo = known !== undefined && fieldKind(known).kind === 'yes_no'
    const shown = isYesNo ? said[value === 'true' ? 'yes' : 'no'] : choiceLabel(value, language)
    return part === 'none'
      ? { label: placeLabel(field, language), value: said.none }
      : { label: placeLabel(name, language), value: shown }
  })
}
