import { barcode, logo } from '../marks.js'
import { mm } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import { colon, typed, typedDate, wordOf } from '../printed/habits.js'
import { identification } from '../printed/particulars.js'
import { printedParty } from '../printed/party.js'
import { type Composition, has, onPage } from './style.js'

/**
 * What the paper is called, beside it its number and date; letters say where and when they were written.
 *
 * @returns where it ends
 */
export function title(composition: Composition, top: number): number {
  const { sheet, family, style, chance } = composition
  const { left, width, strong } = style
  const room = { x: left, y: top, width: width * 0.6, height: 130 }
  const end = block(sheet, [wordOf(composition, family.titles)], room, strong)
  const beside = { x: left + width * 0.62, y: top, width: width * 0.38, height: 170 }
  const bottom = numbers(composition, beside)
  if (!has(family, 'barcode') || !chance.happens(0.4)) return onPage(Math.max(end, bottom) + mm(5))
  barcode(sheet, { x: left, y: end + 8, width: 320, height: 84 }, chance)
  return onPage(Math.max(end + 100, bottom) + mm(5))
}

/** The sender's name and address without a caption, on the right what `title` prints. */
export function letterhead(composition: Composition, top: number): number {
  const { sheet, paper, family, style, chance } = composition
  const { left, width, strong, value } = style
  const habits = {
    ...composition.habits,
    writesCapitals: false,
    runsOn: false,
    taxIdFirst: false,
    captionsAddress: false,
  }
  const sender = printedParty('sender', paper.sender, habits, {
    taxId: chance.happens(0.8),
    phone: chance.happens(0.6),
    email: chance.happens(0.4),
    country: habits.namesCountries && chance.happens(0.7),
  })
  const [name = '', ...rest] = sender.lines
  const indent = has(family, 'logo') && chance.happens(0.6) ? 116 : 0
  if (indent > 0) logo(sheet, { x: left, y: top, width: 92, height: 92 }, strong.ink, chance)
  const room = { x: left + indent, y: top, width: width * 0.56 - indent, height: 110 }
  const below = { ...room, y: block(sheet, [name], room, strong) + 4, height: 260 }
  const end = block(sheet, rest, below, { ...value, size: value.size - 2 })
  sheet.states(sender.truth)
  const right = { x: left + width * 0.6, y: top, width: width * 0.4, height: 120 }
  const titled = block(sheet, [wordOf(composition, family.titles)], right, { ...strong, size: 34 }) + 6
  return onPage(Math.max(end, numbers(composition, { ...right, y: titled, height: 170 })) + mm(5))
}

function numbers(
  composition: Composition,
  room: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number {
  const { sheet, paper, habits, family, style, chance } = composition
  if (family.titles === 'letter.headings') return placeAndDate(composition, room)
  const between = colon(habits.language)
  if (family.kind !== 'delivery_note') {
    const all = identification(composition)
    for (const { printed } of all) sheet.states(printed.truth)
    const lines = all.map(({ label, printed }) => `${label}${between} ${printed.lines.join(' ')}`)
    return lines.length === 0 ? room.y : block(sheet, lines, room, style.value, { leading: 1.35 })
  }
  const number = chance.oneOf([
    paper.reference,
    `${chance.whole(24, 27)}/${chance.digits(6)}`,
    chance.digits(7),
  ])
  const lines = [
    `${wordOf(composition, 'note.numberLabels')}${between} ${number}`,
    `${wordOf(composition, 'label.issueDate')}${between} ${typedDate(habits, paper.issueDate)}`,
    ...(chance.happens(0.5) ? [`${wordOf(composition, 'label.order')}${between} ${chance.digits(6)}`] : []),
    ...(chance.happens(0.4)
      ? [`${wordOf(composition, 'label.customerNumber')}${between} ${chance.digits(5)}`]
      : []),
  ]
  sheet.states({ reference: number, issue_date: paper.issueDate })
  return block(sheet, lines, room, style.value, { leading: 1.35 })
}

const betweenPlaceAndDate = { es: ', ', en: ', ', fr: ', le ', de: ', den ', it: ', ', pt: ', ' } as const

function placeAndDate(
  { sheet, paper, habits, style }: Composition,
  room: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number {
  const city = typed(habits, paper.sender.city)
  const text = `${city}${betweenPlaceAndDate[habits.language]}${typedDate(habits, paper.issueDate)}`
  sheet.states({ issue_place: city, issue_date: paper.issueDate })
  return block(sheet, [text], room, style.value, { align: 'right' })
}
