import type { RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import type { DocumentType } from '../../port.js'
import { goodsFields } from '../goods/goods-fields.js'
import { goodsOf } from '../goods/goods-of.js'
import type { FoundField, ReadForm } from '../read-form.js'
import type { Hints } from '../values/index.js'
import { withWritingDoubted } from '../writing.js'
import { assignedValues } from './assign-values.js'
import { dangerLine, placeAndDate, sentenceFields, unnamedParties } from './free-text.js'
import type { Meaning } from './known-labels.js'
import { languageOf, markPage, paperKind } from './mark-page.js'
import type { MarkedPage } from './value-candidates.js'

/** One field of each name, the surest; less sure where another place of the paper says something else. */
function withoutContradictions(fields: readonly FoundField[]): readonly FoundField[] {
  const names = [...new Set(fields.map(({ name }) => name))]
  return names.flatMap((name) => {
    const all = fields.filter((field) => field.name === name)
    const [surest, ...others] = all.toSorted((a, b) => b.confidence - a.confidence)
    if (surest === undefined) return []
    const replyIn = JSON.stringify(surest.value).toLowerCase()
    const doubted = others.some(
      ({ value, confidence }) => confidence > 0.6 && JSON.stringify(value).toLowerCase() !== replyIn,
    )
    return [doubted ? { ...surest, confidence: surest.confidence * 0.8 } : surest]
  })
}

// In heights of most words.
const OF_A_LOGO = 3

/** Words without those that a logo was taken for: few letters, far higher than the others. */
function withoutLogos(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  const heights = words.map(({ box }) => box.height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  return words.filter(({ text, box }) => text.length > 3 || box.height < OF_A_LOGO * usual)
}

/** The fields of a delivery note, a letter, or a form in columns, by the words that stand before them. */
export function readCaptioned(seen: RecognisedPage): ReadForm {
  const page = { ...seen, words: withoutLogos(seen.words) }
  const marked = markPage(page)
  const language = languageOf(marked.lines)
  const documentType = paperKind(marked.lines, page)
  const hints = { language }
  const table = goodsOf(page, language)
  const ofTable = new Set(
    marked.lines.flatMap(({ line }) => (line.words.some((word) => table?.words.has(word)) ? [line] : [])),
  )
  const labelled = readLabels(marked, documentType, ofTable, hints)
  const free = marked.lines
    .filter(({ line, labels }) => labels.length === 0 && !ofTable.has(line) && !labelled.used.has(line))
    .map(({ line }) => line)
  const says = (name: string): boolean => labelled.fields.some((field) => field.name === name)
  const named = {
    sender: says('sender_company_name'),
    receiver: says('receiver_company_name'),
    carrier: says('carrier_company_name'),
  }
  const fields = [
    ...(table ? goodsFields(table) : []),
    ...labelled.fields,
    ...free.flatMap((line) => [...dangerLine(line), ...placeAndDate(line, hints)]),
    ...(documentType === 'delivery_note' ? [] : sentenceFields(runningText(free, hints), hints)),
    ...unnamedParties(headLines(marked, labelled.used), page.rules, page.height, named, hints),
  ]
  const agreeing = withoutContradictions(fields)
  return {
    documentType,
    language,
    fields: withWritingDoubted(agreeing, language),
    warnings: [],
    ...(table && { goods: table.lines }),
  }
}

function readLabels(
  marked: MarkedPage,
  kind: DocumentType,
  taken: ReadonlySet<TextLine>,
  hints: Hints,
): { readonly fields: readonly FoundField[]; readonly used: ReadonlySet<TextLine> } {
  const captions = marked.lines.flatMap((of) =>
    taken.has(of.line)
      ? []
      : of.labels.flatMap((mark) =>
          mark.label?.means === 'member' ? [] : [{ of, mark, means: meaningOn(kind, mark.label?.means) }],
        ),
  )
  return assignedValues(
    { ...marked, lines: marked.lines.filter(({ line }) => !taken.has(line)) },
    captions,
    hints,
  )
}

/** The number of a delivery note is its sender's reference; other papers' numbers are dropped. */
function meaningOn(kind: DocumentType, means: Meaning | undefined): Meaning | undefined {
  if (means === 'member' || means === 'other' || means === 'article') return undefined
  return means === 'number' ? (kind === 'delivery_note' ? 'reference' : undefined) : means
}

/** A letterhead's lines, telephone and all, but not those under a label of their own. */
const headLines = ({ lines }: MarkedPage, used: ReadonlySet<TextLine>): readonly TextLine[] =>
  lines
    .filter(({ line, labels }) => !used.has(line) && labels.every(({ label }) => label?.means === 'member'))
    .map(({ line }) => line)

/** Lines that are sentences rather than values: those of several words, in the order of reading; not the day of writing. */
const runningText = (lines: readonly TextLine[], hints: Hints): readonly TextLine[] => {
  const first = lines.findIndex(({ words }) => words.length > 6)
  return first < 0 ? [] : lines.slice(first).filter((line) => placeAndDate(line, hints).length === 0)
}
