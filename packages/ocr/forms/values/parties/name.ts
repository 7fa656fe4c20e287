import type { TextLine } from '../../../page/text-lines.js'
import type { FoundValue } from '../found-value.js'
import { readPlace } from '../place.js'
import { plainLetters } from '../plain-letters.js'
import { endsWithLegalForm, isLegalForm, nameBeforeMore, withoutLegalForm } from './legal-forms.js'
import type { LineRest } from './reach.js'
import { namesStreet } from './street-words.js'

interface Named {
  readonly name?: FoundValue<string> & { readonly lines: readonly TextLine[] }
  /** the lines of the address */
  readonly below: readonly LineRest[]
}

/** The name at the head of a party's lines. */
export function readName(lines: readonly LineRest[]): Named {
  const [first, second, ...others] = lines
  if (first === undefined || !isName(first.text)) return { below: lines }
  if (second !== undefined && goesOn(first.text, second.text)) {
    const value = `${first.text} ${second.text}`
    return { name: named(value, `${first.text}\n${second.text}`, 0.93, first, second), below: others }
  }
  const isWhole = lines.length === 1 && endsWithLegalForm(first.text)
  const name = isWhole
    ? first.text
    : (nameBeforeMore(first.text) ?? (lines.length === 1 ? first.text.split(/\s?[,;]\s/)[0] : undefined))
  if (name === undefined || name === first.text)
    return {
      name: named(first.text, first.text, endsWithLegalForm(first.text) ? 1 : 0.93, first),
      below: lines.slice(1),
    }
  const text = first.text.slice(name.length).replace(/^[\s,;–-]+/u, '')
  return {
    name: named(name, name, endsWithLegalForm(name) ? 0.97 : 0.8, first),
    below: [{ line: first.line, text }, ...lines.slice(1)].filter((line) => line.text !== ''),
  }
}

const named = (value: string, source: string, plausibility: number, ...on: readonly LineRest[]) => ({
  value: value.replace(/[\s,;]+$/, ''),
  source: source.replace(/[\s,;]+$/, ''),
  plausibility,
  lines: on.map(({ line }) => line),
})

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && readPlace(text)?.postal_code === undefined

/** Whether a long name was broken: the second line ends it with its legal form, and is no address. */
function goesOn(first: string, second: string): boolean {
  if (isLegalForm(second)) return true
  if (endsWithLegalForm(first) || !endsWithLegalForm(second)) return false
  return !/\d/.test(second) && !namesStreet(plainLetters(withoutLegalForm(second)))
}
