import { setTimeout as delay } from 'node:timers/promises'
import { openReadingLink, type ReadingLinkState, readingLinkUrl, readingOf } from '@ecmr/accounts/oauth'
import { bodyValidators, documentReading, oneOf } from '@ecmr/contract'
import type { DocumentReading, ReadPage } from '@ecmr/ocr'
import { Type } from '@sinclair/typebox'
import { shapesOf } from './shape-of.js'
import { shownReading } from './shown-reading.js'
import type { ToolAnswer, ToolContext } from './tool.js'

/** What a document was read as, or how a person hands it over. */
export const readingSchema = Type.Object(
  {
    status: oneOf(
      ['read', 'waiting', 'reading'],
      'read: leído; waiting: falta que la persona envíe el documento en upload_url; reading: se está leyendo',
    ),
    upload_url: Type.Optional(
      Type.String({ description: 'Para la persona que conectó el asistente: désela tal cual' }),
    ),
    reading_id: Type.Optional(Type.String({ description: 'Para pedir con él lo leído' })),
    expires_at: Type.Optional(Type.String({ description: 'Hasta cuándo vale' })),
    next_step: Type.Optional(Type.String()),
    ...Type.Partial(Type.Object(shapesOf(documentReading.properties))).properties,
    // The names say enough, and each word of a schema is paid for in every conversation.
    pages: Type.Optional(Type.Unsafe<readonly ReadPage[]>({ type: 'array', items: { type: 'object' } })),
  },
  { description: 'Lo leído en el documento, o el enlace para enviarlo' },
)
type Reading = (typeof readingSchema)['static']

export const readingIdParameter = Type.Optional(
  Type.String({ description: 'reading_id de una respuesta anterior, para ver lo leído', maxLength: 64 }),
)

/** A link by which the person who connected the assistant sends a document from a browser. */
export async function offerLink(
  prompt: string | undefined,
  { pool, assistant, siteUrl }: ToolContext,
): Promise<ToolAnswer<Reading>> {
  const link = await openReadingLink(pool, assistant, prompt)
  if (!link.ok) {
    const sentence = `La empresa tiene demasiados enlaces pendientes de usar; use uno de ellos o espere ${link.retryAfterSeconds} segundos.`
    return { ok: false, sentence }
  }
  const { token, expires_at } = link
  const upload_url = readingLinkUrl(siteUrl, token)
  return {
    ok: true,
    data: { status: 'waiting', upload_url, reading_id: token, expires_at, next_step: HAND_OVER },
  }
}

const HAND_OVER =
  'Dé upload_url a la persona que conectó este asistente: la abre en el móvil o el ordenador, entra con su cuenta y hace la foto o elige el archivo. Vale 10 minutos y un solo uso. Cuando diga que lo ha enviado, llame otra vez con reading_id.'

/** A reading under way takes some seconds: so long it is waited for, and looked after so often. */
const LONGEST_MS = 25_000
const LOOK_EVERY_MS = 1_000

/** What was read of the document that a person sent by a link; waits while it is being read. */
export async function readByLink(id: string, context: ToolContext): Promise<ToolAnswer<Reading>> {
  const { pool, assistant, siteUrl, signal } = context
  const until = performance.now() + LONGEST_MS
  let found: ReadingLinkState = await readingOf(pool, assistant, id)
  while (found.state === 'reading' && performance.now() < until) {
    await delay(LOOK_EVERY_MS, undefined, { signal })
    found = await readingOf(pool, assistant, id)
  }
  switch (found.state) {
    case 'read':
      return isReading(found.reading) ? shownReading(found.reading) : { ok: false, sentence: NONE }
    case 'reading':
      return { ok: true, data: { status: 'reading', reading_id: id, next_step: READING } }
    case 'waiting': {
      const upload_url = readingLinkUrl(siteUrl, id)
      const { expires_at } = found
      return {
        ok: true,
        data: { status: 'waiting', upload_url, reading_id: id, expires_at, next_step: WAITING },
      }
    }
    case 'none':
      return { ok: false, sentence: NONE }
    default:
      return found satisfies never
  }
}

const isReading = bodyValidators.compile<DocumentReading>(documentReading)

const READING = 'El documento se está leyendo. Llame otra vez con reading_id dentro de unos segundos.'
const WAITING =
  'La persona aún no ha enviado el documento en upload_url. Espere a que diga que lo ha hecho, y llame otra vez con reading_id.'
const NONE =
  'reading_id: no hay ninguna lectura con ese identificador, o han pasado los 10 minutos y se ha borrado. Llame sin image ni reading_id para dar otro enlace.'
