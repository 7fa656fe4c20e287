import { boxCaptions } from '../captions/boxes.js'
import { captionOf } from '../captions/caption.js'
import { words } from '../captions/words.js'
import type { Cell, Column, Line, Table } from './page-data.js'
import { writtenMoney } from './values.js'
import { lacking, type Writing } from './writing.js'

type Charge = NonNullable<Writing['record']['charges']>[number]

const payers = ['sender', 'receiver'] as const

/** Who pays which charge, with a sum for each currency. */
export function chargesTable({ record, language }: Writing): Table {
  const charges = record.charges ?? []
  const column = (caption: Column['caption']): Column => ({ number: '', caption, isNumeric: true })
  const kind = captionOf(words, 'charge', language)
  return {
    columns: [
      { ...column(kind), isNumeric: false },
      column(captionOf(boxCaptions, 'box_1', language)),
      column(captionOf(boxCaptions, 'box_2', language)),
    ],
    rows: charges.map(({ kind, amount, currency, payer }) => [
      { text: kind },
      ...payers.map((one): Cell => ({ text: one === payer ? writtenMoney(amount, currency, language) : '' })),
    ]),
    totals: currenciesOf(charges).map((currency) => [
      { text: words[language].total },
      ...payers.map((payer): Cell => {
        const amounts = charges.filter((one) => one.payer === payer && one.currency === currency)
        return { text: amounts.length === 0 ? '' : writtenMoney(sumOf(amounts), currency, language) }
      }),
    ]),
  }
}

/** What box 17 says when there is no table to show. An empty list states that there are no charges. */
export function noChargesLines(note: Writing): readonly Line[] {
  if (note.record.charges === undefined) return lacking(note, 'charges')
  return note.record.charges.length === 0 ? [{ text: words[note.language].none }] : []
}

const currenciesOf = (charges: readonly Charge[]): readonly string[] => [
  ...new Set(charges.map(({ currency }) => currency)),
]

/** Amounts have up to four decimals; whole ten-thousandths add up exactly. */
function sumOf(charges: readonly Charge[]): string {
  const sum = charges.reduce((total, { amount }) => total + tenThousandths(amount), 0n)
  const digits = String(sum).padStart(5, '0')
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${digits.slice(0, -4)}.${fraction}`
}

function tenThousandths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}
