import type { Language } from '@ecmr/contract'
import type { DeliveriesOfDay } from '@ecmr/webhooks'
import { type BarScale, barScale, rounded } from '../../charts/bar-scale.js'
import { formatsFor } from '../../texts/formats.js'
import { inBoth } from '../../texts/texts.js'

const WIDTH = 360
const HEIGHT = 184
/** where bars stand and where they may reach to */
const GROUND = 156
const TOP = 14
const LEFT = 40
/** how much of its place a bar takes */
const FILLED = 0.62

const KINDS = ['delivered', 'failed', 'waiting'] as const

const texts = inBoth(
  {
    title: 'Entregas por día',
    day: 'Día',
    delivered: 'Entregadas',
    failed: 'No entregadas',
    waiting: 'En espera',
    atLeast: (count: string) => `${count} o más`,
    description: (days: number, delivered: string, failed: string, waiting: string) =>
      `Últimos ${days} días: ${delivered} entregadas, ${failed} no entregadas y ${waiting} en espera.`,
    more: 'Donde dice «o más» solo se han contado las últimas del día.',
    table: 'Ver las cifras',
  },
  {
    title: 'Deliveries per day',
    day: 'Day',
    delivered: 'Delivered',
    failed: 'Not delivered',
    waiting: 'Waiting',
    atLeast: (count: string) => `${count} or more`,
    description: (days: number, delivered: string, failed: string, waiting: string) =>
      `Last ${days} days: ${delivered} delivered, ${failed} not delivered and ${waiting} waiting.`,
    more: 'Where it says “or more”, only the latest of that day were counted.',
    table: 'Show the figures',
  },
)

type Kind = (typeof KINDS)[number]

/** What `per-day-chart.eta` draws and, for those who do not see it, writes. */
export type PerDayChart = ReturnType<typeof perDayChart>

/**
 * A picture of deliveries per day: one bar for each day, in as many parts as there are outcomes.
 *
 * @example
 * reply.page('pages/home/day', { chart: perDayChart(days, language), styles: ['webhooks.css'] })
 * // and in the template: include('/pages/webhooks/per-day-chart', { ...it, chart: it.chart })
 */
export function perDayChart(days: readonly DeliveriesOfDay[], language: Language) {
  const t = texts[language]
  const { number, date } = formatsFor(language, 'UTC')
  const scale = barScale(Math.max(...days.map(totalOf), 0), { ground: GROUND, top: TOP })
  const place = (WIDTH - LEFT) / Math.max(days.length, 1)
  const sum = (kind: Kind): string => number(days.reduce((total, day) => total + day[kind], 0))
  const write = (day: DeliveriesOfDay, kind: Kind): string =>
    day.more ? t.atLeast(number(day[kind])) : number(day[kind])
  return {
    t,
    kinds: KINDS,
    width: WIDTH,
    height: HEIGHT,
    left: LEFT,
    ground: GROUND,
    isEmpty: days.every((day) => totalOf(day) === 0),
    hasMore: days.some(({ more }) => more),
    description: t.description(days.length, sum('delivered'), sum('failed'), sum('waiting')),
    ticks: scale.ticks(number),
    days: days.map((day, nth) => ({
      day: day.day,
      name: date(day.day),
      label: shortName(day.day, language),
      middle: rounded(LEFT + (nth + 0.5) * place),
      x: rounded(LEFT + (nth + 0.5 - FILLED / 2) * place),
      width: rounded(FILLED * place),
      parts: partsOf(day, scale),
      figures: KINDS.map((kind) => ({ kind, name: t[kind], figure: write(day, kind) })),
    })),
  }
}

/** The parts of a bar, from the ground up. */
function partsOf(day: DeliveriesOfDay, scale: BarScale) {
  let ground = GROUND
  return KINDS.filter((kind) => day[kind] > 0).map((kind) => {
    const height = scale.height(day[kind])
    ground -= height
    return { kind, y: rounded(ground), height }
  })
}

function totalOf({ delivered, failed, waiting }: DeliveriesOfDay): number {
  return delivered + failed + waiting
}

function shortName(day: string, language: Language): string {
  const options = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T00:00:00Z`)).replace(',', '')
}
