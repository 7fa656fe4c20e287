import { withActorNames } from '@ecmr/accounts/oauth'
import { closed } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { noteDetails, noteIdByNumber, noteWithHistory } from '@ecmr/read-models'
import { type Static, Type } from '@sinclair/typebox'
import type { Pool } from 'pg'
import { momentParameter, readMoment, readNumber, unknownNote } from './named-note.js'
import type { Tool, ToolAnswer } from './tool.js'
import { shownHistory, wholeNote, wholeNoteSchema } from './whole-note.js'

/** More entries of a note's history are not shown. */
const MOST_ENTRIES = 200

const input = closed({
  id: Type.Optional(
    Type.String({ description: 'Identificador (UUID), como lo da buscar_ecmrs', format: 'uuid' }),
  ),
  ecmr_number: Type.Optional(
    Type.String({
      description: 'Número, como ECMR-2026-7F3K9QZ2M-X; con guiones o sin ellos, en mayúsculas o minúsculas',
      maxLength: 64,
    }),
  ),
  incluir_historial: Type.Optional(
    Type.Boolean({ description: 'true: también qué ha pasado, cuándo y quién lo hizo', default: false }),
  ),
  en_fecha: momentParameter('Cómo era entonces'),
})

export const readNote: Tool<typeof input, typeof wholeNoteSchema> = {
  name: 'ver_ecmr',
  title: 'Ver una carta de porte',
  description:
    'Devuelve una carta de porte (eCMR) de la empresa con todos sus datos: partes, mercancía, vehículo, firmas, reservas, ' +
    'incidencias, qué le falta según el convenio CMR y el DeCA, y el documento emitido; quien tenga su url puede leerlo. Indique id o ecmr_number, uno de los dos. Con en_fecha, cómo era ' +
    'en ese momento. De las firmas dibujadas da el SHA-256, no la imagen.',
  input,
  output: wholeNoteSchema,
  isExpensive: () => true,
  async call(args, context) {
    const moment = readMoment(args.en_fecha, context.now)
    if (!moment.ok) return moment
    const company = context.assistant.company.id
    const named = await namedNote(context.pool, company, args)
    if (!named.ok) return named
    const found = args.incluir_historial
      ? await noteWithHistory(context.pool, company, named.data, { ...moment.data, most: MOST_ENTRIES })
      : await onlyNote(context.pool, company, named.data, moment.data)
    if (found === undefined) return missing(context.pool, company, named.data)
    const { note, entries, total } = found
    const data = Object.assign(
      await wholeNote(note, context),
      args.en_fecha !== undefined && { en_fecha: moment.data.asOf ?? context.now.toISOString() },
      entries && shownHistory(await withActorNames(context.pool, company, entries), total),
    )
    return { ok: true, data }
  },
}

async function namedNote(
  pool: Pool,
  company: CompanyId,
  { id, ecmr_number }: Static<typeof input>,
): Promise<ToolAnswer<string>> {
  if ((id === undefined) === (ecmr_number === undefined))
    return { ok: false, sentence: 'Indique id o ecmr_number: uno de los dos, y no ambos.' }
  if (id !== undefined) return { ok: true, data: id.toLowerCase() }
  const read = readNumber(ecmr_number ?? '')
  if (!read.ok) return read
  const found = await noteIdByNumber(pool, company, read.number)
  return found === undefined ? unknownNote(pool) : { ok: true, data: found }
}

async function onlyNote(pool: Pool, company: CompanyId, id: string, moment: { readonly asOf?: string }) {
  const note = await noteDetails(pool, company, id, moment)
  return note && { note, entries: undefined, total: 0 }
}

/** Nothing was found: there is no such note, or there was none yet. */
async function missing(pool: Pool, company: CompanyId, id: string): Promise<ToolAnswer<never>> {
  const now = await noteDetails(pool, company, id)
  if (now === undefined) return unknownNote(pool)
  const sentence = `En ese momento la carta de porte aún no existía: se creó el ${now.created_at}.`
  return { ok: false, sentence }
}
