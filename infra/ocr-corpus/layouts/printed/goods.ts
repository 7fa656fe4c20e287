import type { Chance } from '../../data/chance.js'
import type { Danger, Load } from '../../data/load.js'
import { wordFor } from '../../data/tables.js'
import type { GoodsItem } from '../../drawn-page.js'
import { type Habits, nothing, type Printed, printedNumber, typed } from './habits.js'

/** What is printed about goods besides description, number and weight. */
interface GoodsShown {
  readonly marks: boolean
  readonly hsCode: boolean
  readonly volume: boolean
  /** kg and m³ stand beside the numbers */
  readonly units: boolean
}

/** The texts of one line of goods. */
export interface GoodsLine {
  readonly marks: string
  readonly packages: string
  readonly packing: string
  readonly description: string
  readonly hsCode: string
  readonly weight: string
  readonly volume: string
}

export interface PrintedGoods {
  readonly lines: readonly GoodsLine[]
  /** where there are several lines */
  readonly total: GoodsLine | undefined
  readonly truth: Printed['truth']
  readonly items: readonly GoodsItem[]
}

/**
 * Lines of goods with a total below several. Texts of several lines are stated in their order, `; ` between them, equal
 * ones once; of numbers the total is stated. A code is a particular of the note when there is a single line.
 */
export function printedGoods(
  loads: readonly Load[],
  habits: Habits,
  shown: GoodsShown,
  chance: Chance,
): PrintedGoods {
  const isSingle = loads.length === 1
  const codeStyle = chance.oneOf([[8], [4, 2, 2], [4, 4], [6]])
  const between = chance.oneOf([' ', '.'])
  const lines = loads.map((load) => goodsLine(load, habits, shown, coded(load.hsCode, codeStyle, between)))
  const packages = sum(loads.map((load) => load.packages))
  const weight = sum(loads.map((load) => load.weightKg))
  const volume = sum(loads.map((load) => load.volumeM3))
  return {
    lines,
    items: loads.map((load, index) => itemOf(load, lines[index], shown)),
    total: isSingle ? undefined : totalLine(packages, weight, volume, habits, shown),
    truth: {
      goods_description: joined(lines.map(({ description }) => description)),
      goods_packages: packages,
      goods_packaging: joined(lines.map(({ packing }) => packing)),
      goods_weight_kg: weight,
      ...(shown.marks ? { goods_marks: joined(lines.map(({ marks }) => marks)) } : {}),
      ...(shown.volume ? { goods_volume_m3: volume } : {}),
      ...(shown.hsCode && isSingle && lines[0] ? { goods_hs_code: lines[0].hsCode } : {}),
    },
  }
}

function itemOf(load: Load, line: GoodsLine | undefined, shown: GoodsShown): GoodsItem {
  return {
    description: line?.description ?? '',
    packages: load.packages,
    packaging: line?.packing ?? '',
    weight_kg: load.weightKg,
    ...(shown.marks && { marks: line?.marks ?? '' }),
    ...(shown.volume && { volume_m3: load.volumeM3 }),
    ...(shown.hsCode && { hs_code: line?.hsCode ?? '' }),
  }
}

function goodsLine(load: Load, habits: Habits, shown: GoodsShown, code: string): GoodsLine {
  return {
    marks: shown.marks ? load.marks : '',
    packages: String(load.packages),
    packing: typed(habits, load.packing),
    description: typed(habits, load.description),
    hsCode: shown.hsCode ? code : '',
    weight: printedWeight(load.weightKg, habits, shown.units),
    volume: shown.volume ? printedVolume(load.volumeM3, habits, shown.units) : '',
  }
}

function totalLine(
  packages: number,
  weight: number,
  volume: number,
  habits: Habits,
  shown: GoodsShown,
): GoodsLine {
  return {
    marks: '',
    packages: String(packages),
    packing: '',
    description: typed(habits, 'Total'),
    hsCode: '',
    weight: printedWeight(weight, habits, shown.units),
    volume: shown.volume ? printedVolume(volume, habits, shown.units) : '',
  }
}

function printedWeight(weightKg: number, habits: Habits, unit: boolean): string {
  return `${printedNumber(weightKg, habits.numbers)}${unit && habits.unit !== '' ? ` ${habits.unit}` : ''}`
}

function printedVolume(volumeM3: number, { numbers }: Habits, unit: boolean): string {
  return `${printedNumber(volumeM3, { ...numbers, always: 0 })}${unit ? ' m³' : ''}`
}

function coded(code: string, sizes: readonly number[], between: string): string {
  let at = 0
  return sizes
    .map((size) => {
      at += size
      return code.slice(at - size, at)
    })
    .join(between)
}

const joined = (texts: readonly string[]): string => [...new Set(texts)].join('; ')
const sum = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((total, each) => total + each, 0) * 100) / 100

/** A line such as `Temperatura: +4 °C`. */
export function printedTemperature(temperature: string | undefined, habits: Habits): Printed {
  if (temperature === undefined) return nothing
  const value = `${temperature} °C`
  return {
    lines: [`${typed(habits, wordFor('text.temperature')[habits.language])}: ${value}`],
    truth: { goods_temperature: value },
  }
}

/** A line such as `Precinto: 1234567 / 1234568`. */
export function printedSeals(numbers: readonly string[], habits: Habits): Printed {
  return {
    lines: [`${typed(habits, wordFor('text.seal')[habits.language])}: ${numbers.join(' / ')}`],
    truth: { seal_numbers: numbers },
  }
}

/** The line that the transport of dangerous goods asks for, without the name. */
export function printedDanger(danger: Danger | undefined, chance: Chance): Printed {
  if (danger === undefined) return nothing
  const un = chance.oneOf(['UN ', 'UN']) + danger.un
  const tunnel = chance.oneOf([' (D/E)', ' (E)', ''])
  return {
    lines: [`${un}, ${danger.adrClass}, ${danger.packingGroup}${tunnel}${chance.oneOf([' ADR', ''])}`],
    truth: dangerTruth(danger, un),
  }
}

export const dangerTruth = (danger: Danger, un: string): Printed['truth'] => ({
  goods_dangerous: true,
  goods_un_number: un,
  goods_adr_class: danger.adrClass,
  goods_packing_group: danger.packingGroup,
})
