import { lineOf, type TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import { readDate } from '../../values/date.js'
import type { Hints } from '../../values/hints.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox, unreadInBox } from '../found-in-box.js'
import { labelLines } from '../label-lines.js'
import { linesWithout } from '../lines-without.js'

/** What stands between the place and the day. */
const BETWEEN = /^[^\p{L}\p{N}]*(?:(?:a|el|on|the|le|am|den|de|date|fecha|datum|día)[./:]*)+$/iu

/** A place whose name does not begin with a capital has probably lost it. */
const NO_CAPITAL = 0.6

/** Box 21: where and when the note was made out. */
export function issueFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined) return []
  const lines = [...filled.labels.flatMap(labelLines), ...filled.lines]
    .map(trimmed)
    .filter(({ words }) => words.length > 0)
  const dated = lines.flatMap((line) => {
    const found = readDate(line.text, hints)
    return found === undefined ? [] : [{ line, found }]
  })[0]
  const date =
    dated === undefined
      ? lines
          .filter(({ text }) => /\d/.test(text))
          .map((line) => unreadInBox('issue_date', filled, [line]))
          .slice(0, 1)
      : [foundInBox('issue_date', filled, [dated.line], dated.found, 'exact')]
  const where = linesWithout(
    lines,
    date.map(({ sourceText }) => sourceText),
  )
    .map(trimmed)
    .find(({ text }) => /\p{L}{2}/u.test(text) && !/\d{2}/.test(text))
  const text = where?.text.replace(/[,;:]+$/, '')
  return [
    ...(where === undefined || text === undefined
      ? []
      : [
          foundInBox(
            'issue_place',
            filled,
            [where],
            { value: text, source: text, plausibility: /^\p{Lu}/u.test(text) ? 1 : NO_CAPITAL },
            'text',
          ),
        ]),
    ...date,
  ]
}

/** Without words that only lead from the place to the day. A place such as `A Coruña` keeps its first word. */
function trimmed(line: TextLine): TextLine {
  const words = line.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const last = words.findLastIndex(({ text }) => !BETWEEN.test(text))
  const first = words.findIndex(({ text }) => !BETWEEN.test(text) || !/^\p{Ll}/u.test(text))
  return last < 0 ? { ...line, words: [], text: '' } : lineOf(words.slice(first, last + 1))
}
