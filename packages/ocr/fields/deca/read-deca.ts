import type { FieldName } from '@ecmr/domain'
import { bottom } from '../../page/line-runs.js'
import type { RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, type TextLine } from '../../page/text-lines.js'
import { fieldsOfLabel } from '../captioned/fields-of-label.js'
import type { Meaning } from '../captioned/known-labels.js'
import { fieldOf } from '../captioned/party-fields.js'
import { readCaptioned } from '../captioned/read-captioned.js'
import { cellLines } from '../cmr/cell-lines.js'
import type { FoundField, ReadForm } from '../read-form.js'
import { type DecaCells, decaCells } from './deca-cells.js'

// It is a Spanish document.
const hints = { language: 'es' }

/** The fields of a Spanish control document; undefined where the page is none. */
export function readDeca(page: RecognisedPage): ReadForm | undefined {
  const cells = decaCells(page)
  if (cells === undefined) return undefined
  const goods = readCaptioned(partOf(page, cells.get('goods')))
  const others = readCaptioned(partOf(page, [...(cells.get('remarks') ?? []), ...(cells.get('rest') ?? [])]))
  const fields = [
    ...labelled('sender', cells),
    ...labelled('carrier', cells),
    ...labelled('pickup', cells),
    ...labelled('delivery', cells),
    ...goods.fields.filter(({ name }) => name.startsWith('goods_')),
    ...days(linesIn(cells.get('date'))),
    ...vehicles(page, cells),
    ...remarks(linesIn(cells.get('remarks'))),
    ...others.fields.filter(({ name }) => !OF_LETTERS.test(name)),
  ]
  return {
    documentType: 'deca',
    language: 'es',
    fields: fields.filter(({ name }, place) => fields.findIndex((other) => other.name === name) === place),
    warnings: [],
    ...(goods.goods && { goods: goods.goods }),
  }
}

// What stands under a letter is read there only.
const OF_LETTERS = /^(?:sender|carrier|pickup|delivery|goods|vehicle|trailer)_/

/** A page with nothing but these words, and the lines that are printed among them. */
function partOf(page: RecognisedPage, words: readonly RecognisedWord[] = []): RecognisedPage {
  const area = boxOf(words)
  const rules = page.rules.filter(({ box }) => box.y < bottom(area) && bottom(box) > area.y)
  return { ...page, words, rules }
}

const linesIn = (words: readonly RecognisedWord[] = []): readonly TextLine[] => cellLines(words)

const read = (means: Meaning, lines: readonly TextLine[]): readonly FoundField[] =>
  fieldsOfLabel({ means, caption: '', lines, certainty: 1, hints })

const labelled = (means: 'sender' | 'carrier' | 'pickup' | 'delivery', cells: DecaCells) =>
  read(means, linesIn(cells.get(means)))

const EXPECTED = /^(?:previst|entrega|descarga|llegada|expected|delivery)/i

/** The day of the carriage with its hours, and below it that of the delivery. */
function days(lines: readonly TextLine[]): readonly FoundField[] {
  const [delivery, pickup] = [lines.filter(isExpected), lines.filter((line) => !isExpected(line))]
  return [
    ...read('pickup_date', pickup.slice(0, 1)),
    ...read('pickup_times', pickup),
    ...read('delivery_date', delivery.slice(0, 1)),
    ...read('delivery_times', delivery),
  ]
}

const isExpected = ({ text }: TextLine): boolean => EXPECTED.test(text)

const REFERENCE = /^(?:su |nuestra )?referencia ?: *(\S.{0,38}\S)$/i
const KIND = /^tipo de transporte ?: *(nacional|internacional)$/i

/** What readers of other papers leave alone: there the reference of the other party is meant. */
const remarks = (lines: readonly TextLine[]): readonly FoundField[] =>
  lines.flatMap((line) => {
    const reference = REFERENCE.exec(line.text)?.[1]
    const kind = KIND.exec(line.text)?.[1]
    if (reference !== undefined) return [stated('reference', reference, reference, line)]
    const value = kind?.toLowerCase() === 'nacional' ? 'national' : 'international'
    return kind === undefined ? [] : [stated('transport_type', value, kind, line)]
  })

const stated = (name: FieldName, value: string, source: string, line: TextLine): FoundField =>
  fieldOf(name, { value, source, plausibility: 1 }, [line], 1)

/** With labels of their own, or one behind the other. */
function vehicles(page: RecognisedPage, cells: DecaCells): readonly FoundField[] {
  const words = cells.get('vehicles')
  const own = readCaptioned(partOf(page, words)).fields.filter(({ name }) =>
    /^(?:vehicle|trailer)_plate$/.test(name),
  )
  return own.length > 0 ? own : read('vehicle', linesIn(words))
}
