import type { Language } from '@ecmr/contract'
import { formats } from '@ecmr/domain'
import type { TrailPlace } from '@ecmr/read-models'
import type { FormState } from '../../forms/form.js'
import { instantOf } from '../../forms/local-time.js'
import type { TrailFilter } from './account-trail.js'
import { texts } from './texts.js'

const names = ['ver', 'desde', 'hasta', 'quien', 'antes'] as const

/** What an address of the trail says; what is empty is left out. */
export type TrailValues = Readonly<Partial<Record<(typeof names)[number], string>>>

/** What is asked of the trail, as far as it can be understood. */
export interface TrailQuestion {
  readonly part: 'notes' | 'account'
  readonly filter: Omit<TrailFilter, 'actor'> & { readonly actor?: string }
  /** where the page begins, as the address has it; '' at the newest events */
  readonly before: string
  readonly values: TrailValues
  readonly form: FormState
  readonly isFiltered: boolean
}

const DAY_MS = 24 * 3_600_000
const LONGEST_NAME = 200

/**
 * Reads an address of the trail. Days are those of the company. A part with a fault is reported and left out; the others
 * count.
 */
export function trailQuestion(asked: unknown, language: Language, timeZone: string): TrailQuestion {
  const values = valuesIn(asked)
  const { desde, hasta, quien, antes = '' } = values
  const since = dayBegins(desde, timeZone)
  const until = dayBegins(dayAfter(hasta), timeZone)
  const t = texts[language]
  const isBackwards = since !== undefined && until !== undefined && until <= since
  const faults = {
    ...(desde !== undefined && since === undefined && { desde: t.notADay }),
    ...(hasta !== undefined && until === undefined && { hasta: t.notADay }),
    ...(isBackwards && { hasta: t.backwards }),
  }
  return {
    part: values.ver === 'cuenta' ? 'account' : 'notes',
    filter: {
      ...(since && { since }),
      ...(until && { until }),
      ...(quien !== undefined && { actor: quien.slice(0, LONGEST_NAME) }),
    },
    before: antes,
    values,
    form: { values, faults },
    isFiltered: desde !== undefined || hasta !== undefined || quien !== undefined,
  }
}

/** The address of the trail, or of its export, with some parts changed. */
export function trailAddress(path: string, values: TrailValues): string {
  const parts = new URLSearchParams(Object.entries(values)).toString()
  return parts === '' ? path : `${path}?${parts}`
}

/** A place in the trail of notes as an address has it. */
export function placeText({ recorded_at, position }: TrailPlace): string {
  return `${recorded_at}~${position}`
}

/** @returns `undefined` for a text that we did not write */
export function parsePlace(text: string): TrailPlace | undefined {
  const [recorded_at = '', position = '', ...rest] = text.split('~')
  const isOurs = rest.length === 0 && formats['date-time'](recorded_at) && /^[0-9a-f-]{0,64}$/.test(position)
  return isOurs ? { recorded_at, position } : undefined
}

function valuesIn(asked: unknown): TrailValues {
  if (typeof asked !== 'object' || asked === null) return {}
  const pairs = names.flatMap((name): [string, string][] => {
    const [first]: readonly unknown[] = [Reflect.get(asked, name)].flat()
    const text = typeof first === 'string' ? first.trim() : ''
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(pairs)
}

function dayBegins(day: string | undefined, timeZone: string): Date | undefined {
  return day !== undefined && isDay(day) ? instantOf(`${day}T00:00`, timeZone) : undefined
}

function dayAfter(day: string | undefined): string | undefined {
  if (day === undefined || !isDay(day)) return undefined
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** Within the centuries that clocks and databases agree on. */
function isDay(text: string): boolean {
  return formats.date(text) && /^[12]\d{3}-/.test(text)
}
