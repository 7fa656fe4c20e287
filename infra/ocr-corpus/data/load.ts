import type { PaperLanguage } from '../corpus-page.js'
import type { Chance } from './chance.js'
import { type Danger, packings, type Ware, wares } from './goods.js'

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

/** One to three lines of goods that may share a vehicle and together are no more than it carries. */
export function loads(chance: Chance, language: PaperLanguage): readonly Load[] {
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
    packing: packings[ware.packing][language],
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
