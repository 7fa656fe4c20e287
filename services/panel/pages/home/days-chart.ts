import type { Language } from '@ecmr/contract'
import { MOST_NOTES_COUNTED_A_DAY, type NotesOfDay } from '@ecmr/read-models'
import { barScale, rounded } from '../../charts/bar-scale.js'
import { formatsFor } from '../../texts/formats.js'
import { inBoth } from '../../texts/texts.js'

const WIDTH = 420
const HEIGHT = 190
/** where bars stand and where they may reach to */
const GROUND = 160
const TOP = 14
const LEFT = 44
/** how much of a day's place its two bars take together */
const FILLED = 0.72

const KINDS = ['created', 'delivered'] as const
type Kind = (typeof KINDS)[number]

const texts = inBoth(
  {
    title: 'Cartas de porte por día',
    day: 'Día',
    created: 'Creadas',
    delivered: 'Entregas confirmadas',
    description: (days: number, created: string, delivered: string) =>
      `Últimos ${days} días: ${created} creadas y ${delivered} entregas confirmadas.`,
    atLeast: (count: string) => `${count} o más`,
    table: 'Ver las cifras',
  },
  {
    title: 'Consignment notes per day',
    day: 'Day',
    created: 'Created',
    delivered: 'Deliveries confirmed',
    description: (days: number, created: string, delivered: string) =>
      `Last ${days} days: ${created} created and ${delivered} deliveries confirmed.`,
    atLeast: (count: string) => `${count} or more`,
    table: 'Show the figures',
  },
)

/** What `days-chart.eta` draws and, for those who do not see it, writes. */
export type DaysChart = ReturnType<typeof daysChart>

/** A picture of the notes created and delivered per day: two bars for each. */
export function daysChart(days: readonly NotesOfDay[], language: Language) {
  const t = texts[language]
  const { number, date } = formatsFor(language, 'UTC')
  const highest = Math.max(...days.flatMap((day) => KINDS.map((kind) => day[kind])), 0)
  const scale = barScale(highest, { ground: GROUND, top: TOP })
  const place = (WIDTH - LEFT) / Math.max(days.length, 1)
  const width = (FILLED * place) / KINDS.length
  const write = (count: number): string =>
    count < MOST_NOTES_COUNTED_A_DAY ? number(count) : t.atLeast(number(count))
  const sum = (kind: Kind): string => number(days.reduce((total, day) => total + day[kind], 0))
  return {
    t,
    kinds: KINDS,
    width: WIDTH,
    height: HEIGHT,
    left: LEFT,
    ground: GROUND,
    description: t.description(days.length, sum('created'), sum('delivered')),
    ticks: scale.ticks(number),
    hasMore: false,
    days: days.map((day, nth) => ({
      day: day.day,
      name: date(day.day),
      label: String(Number(day.day.slice(8))),
      middle: rounded(LEFT + (nth + 0.5) * place),
      figures: KINDS.map((kind) => ({ kind, name: t[kind], figure: write(day[kind]) })),
      bars: KINDS.flatMap((kind, which) => {
        if (day[kind] === 0) return []
        const height = scale.height(day[kind])
        const x = LEFT + (nth + (1 - FILLED) / 2) * place + which * width
        return {
          kind,
          x: rounded(x),
          y: rounded(GROUND - height),
          width: rounded(width),
          height,
        }
      }),
    })),
  }
}
