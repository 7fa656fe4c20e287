import { type Language, textTable } from '@ecmr/contract'
import { MOST_NOTES_COUNTED_A_DAY, type NotesOfDay } from '@ecmr/read-models'
import type { DeliveriesOfDay } from '@ecmr/webhooks'
import { formatsFor } from '../texts/formats.js'

const WIDTH = 420
const HEIGHT = 190
/** upper and lower end of the bars, from the upper edge */
const TOP = 14
const GROUND = 160
const LEFT = 44
/** share of a day's width that its bars fill */
const FILLED = 0.72
/** smallest visible height */
const LEAST = 2

const texts = textTable({
  day: ['Día', 'Day'],
  atLeast: [(count: string) => `${count} o más`, (count: string) => `${count} or more`],
  table: ['Ver las cifras', 'Show figures'],
  notes: {
    title: ['Cartas de porte por día', 'Consignment notes per day'],
    created: ['Creadas', 'Created'],
    delivered: ['Entregas confirmadas', 'Deliveries confirmed'],
    description: [
      (days: number, [created, delivered]: readonly string[]) =>
        `Últimos ${days} días: ${created} creadas y ${delivered} entregas confirmadas.`,
      (days: number, [created, delivered]: readonly string[]) =>
        `Last ${days} days: ${created} created and ${delivered} deliveries confirmed.`,
    ],
    more: ['', ''],
  },
  deliveries: {
    title: ['Entregas por día', 'Deliveries per day'],
    delivered: ['Entregadas', 'Delivered'],
    failed: ['No entregadas', 'Not delivered'],
    waiting: ['Pendientes', 'Pending'],
    description: [
      (days: number, [delivered, failed, waiting]: readonly string[]) =>
        `Últimos ${days} días: ${delivered} entregadas, ${failed} no entregadas y ${waiting} pendientes.`,
      (days: number, [delivered, failed, waiting]: readonly string[]) =>
        `Last ${days} days: ${delivered} delivered, ${failed} not delivered and ${waiting} pending.`,
    ],
    more: [
      '«O más»: solo se han contado las últimas del día.',
      '“Or more”: only the latest of that day were counted.',
    ],
  },
})

interface DayOf<Kind extends string> {
  readonly day: string
  readonly counts: Readonly<Record<Kind, number>>
  /** whether a count is a lower bound */
  isCapped(kind: Kind): boolean
}

/** Notes created and delivered per day. */
export function notesChart(days: readonly NotesOfDay[], language: Language) {
  const isCapped = (day: NotesOfDay, kind: 'created' | 'delivered') => day[kind] >= MOST_NOTES_COUNTED_A_DAY
  return dailyChart(
    'notes',
    ['created', 'delivered'],
    days.map((day) => ({ day: day.day, counts: day, isCapped: (kind) => isCapped(day, kind) })),
    texts[language].notes,
    language,
  )
}

/** Webhook deliveries per day, by outcome. */
export function deliveriesChart(days: readonly DeliveriesOfDay[], language: Language) {
  return {
    ...dailyChart(
      'deliveries',
      ['delivered', 'failed', 'waiting'],
      days.map((day) => ({ day: day.day, counts: day, isCapped: () => day.more })),
      texts[language].deliveries,
      language,
    ),
    hasMore: days.some(({ more }) => more),
  }
}

/** What `daily-chart.eta` draws as bars and writes as a table. */
function dailyChart<Kind extends string>(
  id: string,
  kinds: readonly Kind[],
  days: readonly DayOf<Kind>[],
  said: Readonly<Record<Kind | 'title' | 'more', string>> & {
    readonly description: (days: number, sums: readonly string[]) => string
  },
  language: Language,
) {
  const { number, date } = formatsFor(language, 'UTC')
  const { atLeast } = texts[language]
  const highest = Math.max(...days.flatMap(({ counts }) => kinds.map((kind) => counts[kind])), 0)
  const most = niceTop(highest)
  const heightOf = (value: number): number => (value / most) * (GROUND - TOP)
  const place = (WIDTH - LEFT) / Math.max(days.length, 1)
  const width = (FILLED * place) / kinds.length
  const sums = kinds.map((kind) => number(days.reduce((total, { counts }) => total + counts[kind], 0)))
  return {
    id,
    t: { ...texts[language], ...said },
    kinds,
    width: WIDTH,
    height: HEIGHT,
    left: LEFT,
    ground: GROUND,
    isEmpty: highest === 0,
    hasMore: false,
    description: said.description(days.length, sums),
    ticks: [0, most / 2, most].map((value) => ({
      label: number(value),
      y: rounded(GROUND - heightOf(value)),
    })),
    days: days.map(({ day, counts, isCapped }, nth) => ({
      day,
      name: date(day),
      label: String(Number(day.slice(8))),
      middle: rounded(LEFT + (nth + 0.5) * place),
      figures: kinds.map((kind) => ({
        name: said[kind],
        figure: isCapped(kind) ? atLeast(number(counts[kind])) : number(counts[kind]),
      })),
      bars: kinds.flatMap((kind, which) => {
        if (counts[kind] === 0) return []
        const height = rounded(Math.max(heightOf(counts[kind]), LEAST))
        const x = rounded(LEFT + (nth + (1 - FILLED) / 2) * place + which * width)
        return { kind, x, y: rounded(GROUND - height), width: rounded(width), height }
      }),
    })),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** The least of 2, 4, 10, 20, 40, 100… that is high enough: its half is a whole number too. */
function niceTop(highest: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 10].map((times) => times * unit).find((each) => each >= highest)
    if (top !== undefined) return top
  }
}
