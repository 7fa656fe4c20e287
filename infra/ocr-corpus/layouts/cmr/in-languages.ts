import type { PaperLanguage } from '../../corpus-page.js'
import type { Form } from './form.js'

/** The words of the form's first languages beside each other, equal ones once. */
export function inLanguages(
  form: Form,
  words: Readonly<Record<PaperLanguage, string>>,
  howMany: number,
): string {
  return [...new Set(form.languages.slice(0, howMany).map((language) => words[language]))].join(' / ')
}
