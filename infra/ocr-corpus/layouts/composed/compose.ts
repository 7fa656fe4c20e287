import type { Chance } from '../../data/chance.js'
import type { Consignment } from '../../data/consignment.js'
import { wordsFor } from '../../data/tables.js'
import type { PaperLanguage, Truth } from '../../drawn-page.js'
import type { Block, Family } from '../families.js'
import { companyStamp, dots, holes, receiptStamp, signature, stamp } from '../marks.js'
import { mm, type Sheet } from '../paper/sheet.js'
import { block, table } from '../paper/text-block.js'
import { habits as someHabits, typed, wordOf } from '../printed/habits.js'
import {
  clauses,
  goodsParticulars,
  journey,
  labelled,
  type Particular,
  parties,
  stop,
  vehicle,
} from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { grid } from './captioned.js'
import { goodsTable } from './goods-table.js'
import { letterhead, title } from './head.js'
import { opening } from './letter-text.js'
import { type Composition, captionText, has, onPage, styleOf } from './style.js'

/** Draws a paper of a family: its blocks from top to bottom, then what happened to the paper. */
export function compose(
  family: Family,
  sheet: Sheet,
  paper: Consignment,
  language: PaperLanguage,
  chance: Chance,
): void {
  const habits = {
    ...someHabits(chance, language, paper.isNational),
    rareWords: family.split === 'held-out',
    captionsAddress: has(family, 'captioned addresses') && chance.happens(0.6),
  }
  const style = styleOf(family, chance, language, paper.loads.length)
  const composition = { sheet, paper, habits, chance, family, style }
  let y = mm(chance.between(12, 20))
  let told: Truth = {}
  for (const each of blocksOf(family, chance)) {
    if (each === 'opening') ({ y, truth: told } = opening(composition, y))
    else y = drawn(each, composition, y, told)
    y += mm(chance.between(2.5, 6))
  }
  if (has(family, 'signed across') && chance.happens(0.7))
    signature(sheet, { x: style.left, y: mm(60), width: style.width, height: mm(60) }, chance)
  if (has(family, 'stamped across') && chance.happens(0.7))
    stamp(
      sheet,
      companyStamp(paper.carrier, chance),
      { x: style.left, y: mm(50), width: style.width, height: mm(90) },
      chance,
    )
  if (has(family, 'dot matrix')) dots(sheet)
  if (has(family, 'carbon copy')) sheet.carbon()
  if (has(family, 'holes')) holes(sheet, chance)
}

function blocksOf(family: Family, chance: Chance): readonly Block[] {
  const [first, ...others] = family.blocks
  if (first === undefined || !has(family, 'any order')) return family.blocks
  const isLast = (block: Block): boolean => block === 'signatures' || block === 'small print'
  return [first, ...chance.shuffled(others.filter((each) => !isLast(each))), ...others.filter(isLast)]
}

/** Draws a block; @returns where it ends. What the running text has told is not told again. */
function drawn(name: Exclude<Block, 'opening'>, composition: Composition, y: number, told: Truth): number {
  const { family, style } = composition
  const inGrid = (all: readonly Particular[], columns: number): number => {
    const rest = all.filter(({ printed }) => !Object.keys(printed.truth).every((field) => field in told))
    return rest.length === 0 ? y : grid(composition, rest, columns, y)
  }
  switch (name) {
    case 'title':
      return title(composition, y)
    case 'letterhead':
      return letterhead(composition, y)
    case 'parties':
      return inGrid(partiesOf(composition), style.partyColumns)
    case 'journey':
      return inGrid(journeyOf(composition), style.columns)
    case 'vehicle':
      return inGrid(vehicle(composition), style.columns)
    case 'strip':
      return strip(composition, y)
    case 'goods list':
      return inGrid(goodsParticulars(composition), style.columns)
    case 'goods table':
      return goodsTable(composition, y)
    case 'clauses':
      return inGrid(clauses(composition), 1)
    case 'signatures':
      return signatures(composition, y)
    case 'small print':
      return smallPrint(composition, y)
    default:
      return name satisfies never
  }

  function partiesOf(drawing: Composition): readonly Particular[] {
    const all = family.kind === 'delivery_note' ? customerAndCarrier(drawing) : parties(drawing)
    return family.blocks.includes('letterhead') ? all.filter(({ name }) => name !== 'sender') : all
  }
  function journeyOf(drawing: Composition): readonly Particular[] {
    return journey(drawing)
  }
}

/** The parties of a delivery note: who buys and where it is brought, and who carries. */
function customerAndCarrier(composition: Composition): readonly Particular[] {
  const { paper, habits, chance, family } = composition
  const shown = { taxId: chance.happens(0.5), phone: chance.happens(0.3), contact: chance.happens(0.2) }
  const sender = printedParty('sender', paper.sender, habits, { taxId: chance.happens(0.6) })
  return labelled(composition, [
    ['sender', family.blocks.includes('letterhead') ? 0 : 1, sender],
    ['customer', 1, printedParty('receiver', paper.receiver, habits, shown)],
    ['delivery', family.blocks.includes('journey') ? 0 : 1, stop('delivery', paper.deliveredTo, habits)],
    ['carrier', 0.9, printedParty('carrier', paper.carrier, habits, {})],
  ])
}

/** Vehicle and dates as a table of one row; @returns where it ends */
function strip(composition: Composition, y: number): number {
  const { sheet, style } = composition
  const all = [...vehicle(composition), ...journey(composition)].filter(
    ({ name, printed }) => printed.lines.length === 1 && name !== 'pickup' && name !== 'delivery',
  )
  const shown = all.slice(0, 5)
  for (const { printed } of shown) sheet.states(printed.truth)
  const columns = shown.map(({ label }) => ({ head: captionText({ ...style, colon: '' }, label), share: 1 }))
  const row = shown.map(({ printed }) => printed.lines.join(' '))
  const at = { x: style.left, y, width: style.width }
  return onPage(table(sheet, columns, [row], at, { ...style.table, head: style.caption, body: style.value }))
}

/** Where the parties sign, signed and stamped or not yet; @returns where it ends */
function signatures({ sheet, paper, habits, chance, style }: Composition, y: number): number {
  const all = [paper.sender, paper.carrier, paper.receiver]
  const width = style.width / 3
  const height = mm(chance.between(16, 24))
  const end = onPage(y + height + 34)
  all.forEach((party, index) => {
    const room = {
      x: Math.round(style.left + index * width),
      y: y + 34,
      width: Math.round(width - 20),
      height,
    }
    const words = wordsFor('columns.signatories')[habits.language].slice(index, index + 1)
    block(sheet, words, { ...room, y: y + 4, height: 30 }, { ...style.caption, size: 18, spacing: 0 })
    if (chance.happens(0.25)) stamp(sheet, companyStamp(party, chance), room, chance)
    else if (index === 2 && chance.happens(0.2))
      stamp(sheet, receiptStamp(habits.language, paper.deliveryDate, chance), room, chance)
    if (chance.happens(0.4)) signature(sheet, room, chance)
    sheet.rule('horizontal', room.x, end, room.width, 1, style.rule.ink)
  })
  return end
}

function smallPrint(composition: Composition, y: number): number {
  const { sheet, habits, style } = composition
  const room = { x: style.left, y, width: style.width, height: mm(16) }
  const face = { ...style.value, size: 16, ink: '#555555' }
  return onPage(
    block(
      sheet,
      [typed({ ...habits, writesCapitals: false }, wordOf(composition, 'note.smallPrint'))],
      room,
      face,
    ),
  )
}
