import type { PaperLanguage } from '../drawn-page.js'
import type { Chance } from './chance.js'
import { rowsOf, wordFor } from './tables.js'

export interface Danger {
  readonly un: string
  readonly adrClass: string
  readonly packingGroup: string
}

/** A kind of goods that goes by road. */
interface Ware {
  readonly names: Readonly<Record<PaperLanguage, string>>
  readonly packing: string
  readonly hsCode: string
  /** of one package, gross, in kilograms */
  readonly weight: readonly [number, number]
  /** of one package, in cubic metres */
  readonly volume: number
  readonly packages: readonly [number, number]
  readonly temperature: string | undefined
  readonly danger: Danger | undefined
}

const wares = rowsOf('goods').map(wareIn)

function wareIn(row: string): Ware {
  const [
    es = '',
    en = '',
    fr = '',
    de = '',
    it = '',
    pt = '',
    packing = '',
    hsCode = '',
    kg = '',
    m3,
    count = '',
    degrees,
    adr,
  ] = row.split('|').map((cell) => cell.trim())
  return {
    names: { es, en, fr, de, it, pt },
    packing,
    hsCode,
    weight: range(kg),
    volume: Number(m3),
    packages: range(count),
    temperature: degrees || undefined,
    danger: adr ? dangerIn(adr) : undefined,
  }
}

function range(text: string): readonly [number, number] {
  const [from, to] = text.split(' to ')
  return [Number(from), Number(to)]
}

function dangerIn(text: string): Danger {
  const [un = '', adrClass = '', packingGroup = ''] = text.split(', ')
  return { un, adrClass, packingGroup }
}

/** What many lines are chosen from. */
const harmless = wares.filter((ware) => ware.danger === undefined && ware.temperature === undefined)

/** One line of goods. */
export interface Load {
  readonly description: string
  readonly packing: string
  readonly packages: number
  readonly weightKg: number
  readonly volumeM3: number
  /** eight digits */
  readonly hsCode: string
  readonly marks: string
  /** in degrees Celsius, signed */
  readonly temperature: string | undefined
  readonly danger: Danger | undefined
}

/** Lines of goods, one to three unless more are wanted, that together are no more than a vehicle carries. */
export function loads(chance: Chance, language: PaperLanguage, wanted: number | undefined): readonly Load[] {
  if (wanted !== undefined)
    return Array.from({ length: wanted }, () => load(chance, language, chance.oneOf(harmless), wanted))
  const first = chance.oneOf(wares)
  const like = wares.filter(
    (ware) => ware !== first && ware.temperature === first.temperature && ware.danger === first.danger,
  )
  const others = first.danger ? [] : chance.someOf(like, chance.oneOf([0, 0, 0, 1, 2]))
  const all = [first, ...others]
  return all.map((ware) => load(chance, language, ware, all.length))
}

function load(chance: Chance, language: PaperLanguage, ware: Ware, lines: number): Load {
  const packages = Math.max(1, Math.floor(chance.whole(...ware.packages) / lines))
  const weight = packages * chance.between(...ware.weight)
  return {
    description: ware.names[language],
    packing: wordFor(`packing.${ware.packing}`)[language],
    packages,
    weightKg: chance.happens(0.75) ? Math.round(weight / 10) * 10 : Math.round(weight * 10) / 10,
    volumeM3: Math.round(packages * ware.volume * 100) / 100,
    hsCode: ware.hsCode,
    marks: marks(chance, packages),
    temperature: ware.temperature,
    danger: ware.danger,
  }
}

function marks(chance: Chance, packages: number): string {
  const order = chance.whole(1000, 9999)
  return chance.oneOf([
    `${chance.letters(3, 'ABCDEFGHKLMNPRST')} ${order}`,
    `L-${chance.digits(5)}`,
    `1/${packages} - ${packages}/${packages}`,
    `${chance.letters(2, 'ABCDEFGHKLMNPRST')}${order}-${chance.whole(10, 99)}`,
    `PO ${order}`,
  ])
}
