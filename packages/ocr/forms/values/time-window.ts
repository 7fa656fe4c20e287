import { formats } from '@ecmr/domain'
import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

/** From when to when, HH:MM. */
export interface TimeWindow {
  readonly from: string | null
  readonly to: string | null
}

const CLOCK = '(\\d{1,2})\\s?(?:[:.h]\\s?(\\d{2})|h|uhr)'
const UNIT = '(?:\\s?(?:h|hs|hrs|horas?|heures?|uhr)\\b\\.?)?'
const TO = '\\s{0,2}(?:-|–|—|/|a|y|to|and|bis|und|à|et|hasta|till?|until)\\s{0,2}(?:las\\s)?'
const EDGE = '(?<![\\p{N}.,:/-])'
const END = '(?![\\p{N}/]|[.:]\\d)'
const SPAN = new RegExp(`${EDGE}${CLOCK}${UNIT}${TO}${CLOCK}${UNIT}${END}`, 'iu')
const LONE = new RegExp(`${EDGE}${CLOCK}${UNIT}${END}`, 'iu')
const UNTIL =
  /(?:antes de|hasta|until|till?|before|by|bis|vor|avant|jusqu.{1,3})(?:\s(?:las|las\s)?)?\s{0,2}$/i

/** The first time or span of time in a text. A lone time is the beginning, unless the text says that it is the end. */
export function readTimeWindow(text: string, _hints: Hints = {}): FoundValue<TimeWindow> | undefined {
  const span = SPAN.exec(text)
  if (span !== null) {
    const [from, to] = [clock(span[1], span[2]), clock(span[3], span[4])]
    if (from !== null && to !== null)
      return { value: { from, to }, source: span[0].trim(), plausibility: from <= to ? 1 : 0.4 }
  }
  const lone = LONE.exec(text)
  const time = lone === null ? null : clock(lone[1], lone[2])
  if (lone === null || time === null) return undefined
  const ends = UNTIL.test(text.slice(Math.max(0, lone.index - 20), lone.index))
  const value = ends ? { from: null, to: time } : { from: time, to: null }
  return { value, source: lone[0].trim(), plausibility: 0.8 }
}

function clock(hours = '', minutes = '00'): string | null {
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return formats['clock-time'](time) ? time : null
}
