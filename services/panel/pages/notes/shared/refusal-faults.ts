import type { Language } from '@ecmr/contract'
import type { Refusal } from '@ecmr/domain'
import type { FormValues } from '../../../forms/form-values.js'
import { noteFaults } from '../fields/note-faults.js'
import { formTexts } from './form-texts.js'
import { placeLabel } from './labels.js'
import { refusalTexts } from './refusal-texts.js'

/**
 * A refusal as a form says it: why on top, and what is wrong beside each control. What is wrong where the form has no
 * control is named on top.
 *
 * @param values what the form was sent with; its names are the controls that it has
 */
export function refusalFaults(
  { code, errors = [] }: Refusal,
  values: FormValues,
  language: Language,
): Readonly<Record<string, string>> {
  const beside = noteFaults(errors, values, language)
  const hasControl = (name: string): boolean => Object.hasOwn(values, name)
  const elsewhere = Object.keys(beside).filter((name) => !hasControl(name))
  const missing = elsewhere.map((name) => placeLabel(name, language)).join(', ')
  const sentence = refusalTexts[language][code]
  return {
    '': missing === '' ? sentence : `${sentence} ${formTexts[language].missing(missing)}`,
    ...Object.fromEntries(Object.entries(beside).filter(([name]) => hasControl(name))),
  }
}
