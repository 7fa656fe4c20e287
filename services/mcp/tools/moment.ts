import { formats } from '@ecmr/domain'
import type { ToolAnswer } from './tool.js'

/** The instant as of which a caller wants to see something; `{}`: as it is now. */
export interface Moment {
  readonly asOf?: string
}

/**
 * Reads a calendar date, which is the end of that day in UTC, or an RFC 3339 instant. What is not in the past is now.
 */
export function readMoment(text: string | undefined, now: Date): ToolAnswer<Moment> {
  if (text === undefined) return { ok: true, data: {} }
  const isDay = formats.date(text)
  if (!isDay && !formats['date-time'](text)) return { ok: false, sentence: FORMS }
  const instant = new Date(isDay ? `${text}T23:59:59.999Z` : text)
  if (instant >= now) return { ok: true, data: {} }
  // PostgreSQL knows no year 0; before 1970 there was nothing either.
  return { ok: true, data: { asOf: new Date(Math.max(0, instant.getTime())).toISOString() } }
}

const FORMS =
  'en_fecha: envíe un día que exista, como 2026-12-01, o un instante RFC 3339, como 2026-12-01T08:30:00Z.'
