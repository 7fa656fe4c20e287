import type { FieldName } from '@ecmr/domain'
import { lineOf, type TextLine } from '../../../page/text-lines.js'
import type { FoundField } from '../../read-form.js'
import { readMoney } from '../../values/amounts.js'
import { readDate } from '../../values/dates.js'
import type { Hints } from '../../values/found-value.js'
import type { FilledBox } from '../filled-form.js'
import { labelLines } from '../form-labels.js'
import { rightOf } from '../form-rules.js'
import { foundInBox, ifInBox, linesWithout, textInBox, textOf, unreadInBox } from '../found-in-box.js'

/** Box 5: the documents that go along, one a line or between commas. */
export function documentFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const documents = separated(wholeLines(filled)).map((text) => withOrdinalSign(text, hints))
  if (documents.length === 0) return []
  return [textInBox('documents', filled, filled.lines, hints, documents)]
}

/** The sign behind an n looks the same as a degree sign; which of them is written is a matter of the language. */
function withOrdinalSign(text: string, { language }: Hints): string {
  if (language === 'es') return text.replace(/\b([Nn])(\.?)°/g, '$1$2º')
  return language === 'fr' ? text.replace(/\b([Nn])º/g, '$1°') : text
}

/** A line goes on in the next one when the next one's first word had no room in it. */
function wholeLines({ lines, cell }: FilledBox): readonly string[] {
  const whole: string[] = []
  lines.forEach(({ text, box }, index) => {
    const above = lines[index - 1]
    const margin = box.x - cell.area.x
    const room = above === undefined ? 0 : rightOf(cell.area) - margin - rightOf(above.box) - 0.5 * box.height
    const hadRoom = above === undefined || (lines[index]?.words[0]?.box.width ?? 0) < room
    if (hadRoom) whole.push(text)
    else whole.push(`${whole.pop() ?? ''} ${text}`)
  })
  return whole
}

const separated = (lines: readonly string[]): readonly string[] =>
  lines
    .flatMap((line) => line.split(/[;,•·](?=\s|$)/))
    .map((document) => document.replace(/^[\s\-–•·*]+/, '').trim())
    .filter((document) => /[\p{L}\p{N}]/u.test(document))

/** Free text, its lines joined with a space. Words that broke at the end of a line are left as they stand. */
export function textField(
  name: FieldName,
  filled: FilledBox | undefined,
  hints: Hints,
  lines: readonly TextLine[] = filled?.lines ?? [],
): readonly FoundField[] {
  if (filled === undefined || !/[\p{L}\p{N}]/u.test(textOf(lines))) return []
  return [textInBox(name, filled, lines, hints)]
}

/** Box 15: what the receiver pays on delivery. */
export function cashOnDeliveryFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const text = textOf(filled.lines)
  const found = readMoney(text, hints)
  if (found === undefined) return /\d/.test(text) ? [unreadInBox('cod_amount', filled, filled.lines)] : []
  const { amount, currency } = found.value
  return [
    foundInBox('cod_amount', filled, filled.lines, { ...found, value: amount }, 'exact'),
    ...ifInBox('cod_currency', filled, filled.lines, { ...found, value: currency }, 'exact'),
  ]
}

/** What stands between the place and the day. */
const BETWEEN = /^[^\p{L}\p{N}]*(?:(?:a|el|on|the|le|am|den|de|date|fecha|datum|día)[./:]*)+$/iu

/** A place whose name does not begin with a capital has probably lost it. */
const NO_CAPITAL = 0.6

/** Box 21: where and when the note was made out. */
export function issueFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined) return []
  const lines = [...filled.labels.flatMap(labelLines), ...filled.lines]
    .filter(({ text }) => !text.endsWith(':'))
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
  const sources = date.map(({ sourceText }) => sourceText)
  const where = linesWithout(lines, sources)
    .map(trimmed)
    .find(({ text }) => /\p{L}{2}/u.test(text) && !/\d{2}/.test(text))
  if (where === undefined) return date
  const text = where.text.replace(/[,;:]+$/, '')
  const place = { value: text, source: text, plausibility: /^\p{Lu}/u.test(text) ? 1 : NO_CAPITAL }
  return [foundInBox('issue_place', filled, [where], place, 'text'), ...date]
}

/** Without words that only lead from the place to the day. A place such as `A Coruña` keeps its first word. */
function trimmed(line: TextLine): TextLine {
  const words = line.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const last = words.findLastIndex(({ text }) => !BETWEEN.test(text))
  const first = words.findIndex(({ text }) => !BETWEEN.test(text) || !/^\p{Ll}/u.test(text))
  return last < 0 ? { ...line, words: [], text: '' } : lineOf(words.slice(first, last + 1))
}
