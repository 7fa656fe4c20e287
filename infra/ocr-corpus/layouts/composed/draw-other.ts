import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import type { PaperLanguage } from '../../drawn-page.js'
import type { Family } from '../families.js'
import { barcode, logo, signature } from '../marks.js'
import { mm, type Sheet } from '../paper/sheet.js'
import { block, table } from '../paper/text-block.js'
import { printedDate, printedNumber, habits as someHabits, wordOf } from '../printed/habits.js'
import { printedParty } from '../printed/party.js'
import { type Composition, has, onPage, styleOf } from './style.js'

/** Draws a paper that is no note; nothing that stands on it is a particular of one. */
export function drawOther(
  family: Family,
  sheet: Sheet,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const habits = { ...someHabits(chance, language, paper.isNational), rareWords: family.split === 'held-out' }
  const style = styleOf(family, chance, language, paper.loads.length)
  const composition = { sheet, paper, habits, chance, family, style }
  if (family.kind === 'menu') menu(composition)
  else if (family.kind === 'letter') letter(composition, companies(composition))
  else if (family.kind !== 'blank')
    trade(composition, family.kind === 'invoice' ? 'invoice.lines' : 'order.lines')
}

function trade(composition: Composition, row: string): void {
  const y = priced(composition, heading(composition, companies(composition)))
  lines(composition, row, y + mm(6))
}

/** Who writes to whom; @returns where they end */
function companies({ sheet, paper, habits, chance, family, style }: Composition): number {
  const { left, width, strong, value } = style
  const top = mm(chance.between(12, 20))
  const [name = '', ...rest] = printedParty('sender', paper.sender, habits, {
    taxId: true,
    phone: true,
  }).lines
  if (has(family, 'barcode'))
    barcode(sheet, { x: left + width - 330, y: top, width: 320, height: 84 }, chance)
  else logo(sheet, { x: left + width - 100, y: top, width: 92, height: 92 }, strong.ink, chance)
  const half = { x: left, y: top, width: width * 0.55, height: 300 }
  const own = block(sheet, rest, { ...half, y: block(sheet, [name], half, strong) + 4 }, value)
  const client = printedParty('receiver', paper.receiver, habits, { taxId: chance.happens(0.6) }).lines
  const x = chance.happens(0.5) ? left : left + width * 0.5
  return onPage(block(sheet, client, { ...half, x, y: own + mm(10), width: width * 0.48 }, value) + mm(8))
}

function heading(composition: Composition, y: number): number {
  const { sheet, paper, habits, chance, style } = composition
  const room = { x: style.left, y, width: style.width, height: 120 }
  const end = block(
    sheet,
    [`${wordOf(composition, composition.family.titles)} ${chance.digits(6)}`],
    room,
    style.strong,
  )
  const date = printedDate(paper.issueDate, habits.dates, habits.language)
  const text = `${wordOf(composition, 'label.issueDate')}: ${date}`
  return block(sheet, [text], { ...room, y: end + 6 }, style.value) + mm(6)
}

/** Goods with prices, and below the sums. */
function priced({ sheet, paper, habits, chance, style }: Composition, y: number): number {
  const money = (value: number): string => printedNumber(value, { ...habits.numbers, always: 2 })
  const [what = '', ...numbers] = wordsFor('invoice.heads')[habits.language]
  const rows = paper.loads.map(({ description, packages }) => {
    const price = chance.whole(200, 90_000) / 100
    return {
      texts: [description, String(packages), money(price), money(price * packages)],
      sum: price * packages,
    }
  })
  const heads = numbers.map((head) => ({ head, share: 0.17, align: 'right' as const }))
  const at = { x: style.left, y, width: style.width }
  const texts = rows.map((row) => row.texts)
  const end = table(sheet, [{ head: what, share: 0.49 }, ...heads], texts, at, style.table)
  const sum = rows.reduce((total, row) => total + row.sum, 0)
  const sums = wordsFor('invoice.sums')[habits.language].map(
    (text, index) => `${text}: ${money(sum * ([1, 0.21, 1.21][index] ?? 1))}`,
  )
  const room = { x: style.left, y: end + mm(4), width: style.width, height: 200 }
  return onPage(block(sheet, sums, room, { ...style.value, bold: true }, { align: 'right', leading: 1.4 }))
}

function lines({ sheet, habits, chance, style }: Composition, row: string, y: number): number {
  const texts = wordsFor(row)[habits.language].map((text) => text.replace('#', chance.digits(8)))
  const room = { x: style.left, y, width: style.width, height: 400 }
  return onPage(block(sheet, texts, room, style.value, { leading: 1.9 }))
}

function letter(composition: Composition, y: number): void {
  const { sheet, paper, habits, chance, style } = composition
  const date = printedDate(paper.issueDate, habits.dates, habits.language)
  const room = { x: style.left, y, width: style.width, height: 120 }
  const dated = block(sheet, [`${paper.sender.city}, ${date}`], room, style.value, { align: 'right' })
  const subject = block(
    sheet,
    [wordOf(composition, 'letter.subjects')],
    { ...room, y: dated + mm(6) },
    style.value,
  )
  const end = lines(composition, 'letter.lines', subject + mm(6))
  signature(sheet, { x: style.left, y: end, width: 500, height: mm(22) }, chance)
  block(sheet, [paper.sender.contact], { ...room, y: end + mm(24) }, style.value)
}

function menu(composition: Composition): void {
  const { sheet, habits, chance, style } = composition
  const room = (y: number) => ({ x: style.left + 100, y, width: style.width - 200, height: 160 })
  const name = wordOf(composition, 'menu.titles')
  let y = block(sheet, [name], room(mm(25)), { ...style.strong, size: 60 }, { align: 'centre' }) + mm(14)
  const dishes = wordsFor('menu.dishes')[habits.language]
  wordsFor('menu.courses')[habits.language].forEach((course, index) => {
    y = block(sheet, [course], room(y), style.strong, { align: 'centre' }) + mm(4)
    for (const dish of dishes.slice(index * 2, index * 2 + 2)) {
      const price = printedNumber(chance.whole(10, 58) / 2, { ...habits.numbers, always: 2 })
      y = block(sheet, [`${dish} … ${price} €`], room(y), style.value, { align: 'centre' }) + mm(4)
    }
    y += mm(8)
  })
}
