import { formats } from '@ecmr/domain'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}(\s?)(@|\(a\)|©|®)(\s?)([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/u

/** The first e-mail address of a text. */
export function readEmail(text: string, _hints: Hints = {}): FoundValue<string> | undefined {
  const found = EMAIL.exec(text)
  if (found === null) return undefined
  const value = found[0].replace(/\s/g, '').replace(/\(a\)|©|®/, '@')
  if (!formats.email(value)) return undefined
  return { value, source: found[0], plausibility: value === found[0] ? 1 : 0.75 }
}
