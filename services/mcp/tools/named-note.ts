import { asOfInstant, endOfDayInZone, formats, parseEcmrNumber } from '@ecmr/domain'
import { notedLag } from '@ecmr/projections'
import { Type } from '@sinclair/typebox'
import type { Pool } from 'pg'
import type { ToolAnswer, ToolContext } from './tool.js'

type Refused = Extract<ToolAnswer<never>, { ok: false }>

const refused = (sentence: string): Refused => ({ ok: false, sentence })

/** A number that people write, as it is kept; or what is wrong with it. */
export function readNumber(text: string): { readonly ok: true; readonly number: string } | Refused {
  const number = parseEcmrNumber(text)
  if (number !== undefined) return { ok: true, number }
  return refused(
    'ecmr_number: eso no es un número de eCMR. Son como ECMR-2026-7F3K9QZ2M-X, con guiones o sin ellos, y el último carácter ' +
      'comprueba los demás: revise si falta o sobra alguno o si hay alguno cambiado. Si es la referencia de un pedido u otro dato, ' +
      'búsquelo con buscar_ecmrs y search.',
  )
}

/** Further behind than this the read models say nothing about what they do not hold. */
const MOST_LAG_MS = 2_000

const unknown = refused(
  'La empresa no tiene ninguna carta de porte con ese identificador o número; búsquela con buscar_ecmrs.',
)

const notYetKnown = refused(
  'Ahora mismo los datos van con retraso y aún no se sabe si la empresa tiene esa carta de porte. Vuelva a intentarlo dentro de ' +
    'unos segundos.',
)

/** The same words for what does not exist and for what is another company's; others while that cannot be known. */
export async function unknownNote(pool: Pool): Promise<Refused> {
  return (await notedLag(pool, ['list', 'tracking', 'history'])) > MOST_LAG_MS ? notYetKnown : unknown
}

/** The parameter that `readMoment` reads. */
export function momentParameter(meaning: string) {
  const description = `${meaning}: un instante RFC 3339, como 2026-12-01T08:30:00Z, o un día AAAA-MM-DD, que es su final en la zona horaria de la empresa. Si aún no ha llegado, cómo es ahora`
  return Type.Optional(Type.String({ description, maxLength: 64 }))
}

/** The instant as of which a caller wants to see something; `{}`: as it is now. */
interface Moment {
  readonly asOf?: string
}

/** Reads a calendar date, which is the end of that day in a time zone, or an RFC 3339 instant. What is not in the past is now. */
export function readMoment(
  text: string | undefined,
  { now, assistant }: Pick<ToolContext, 'now' | 'assistant'>,
): ToolAnswer<Moment> {
  if (text === undefined) return { ok: true, data: {} }
  const isDay = formats.date(text)
  if (!isDay && !formats['date-time'](text)) return { ok: false, sentence: FORMS }
  const asOf = asOfInstant(isDay ? endOf(text, assistant.company.time_zone) : text)
  return { ok: true, data: asOf >= now.toISOString() ? {} : { asOf } }
}

/** Nothing was recorded before, nor will be after, so that no clocks are needed for it; and they do not go that far. */
const WITH_CLOCKS = { from: '1970-01-02', to: '9999-12-30' } as const

function endOf(day: string, timeZone: string): string {
  if (day < WITH_CLOCKS.from || day > WITH_CLOCKS.to) return `${day}T23:59:59.999Z`
  return endOfDayInZone(day, timeZone).replace('.000Z', '.999Z')
}

const FORMS =
  'en_fecha: envíe un día que exista, como 2026-12-01, o un instante RFC 3339, como 2026-12-01T08:30:00Z.'
