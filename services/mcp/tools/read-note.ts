import { withActorNames } from '@ecmr/accounts/oauth'
import { closed } from '@ecmr/contract'
import type { CompanyId, Note } from '@ecmr/domain'
import { noteDetails, noteIdByNumber, noteWithHistory } from '@ecmr/read-models'
import { type Static, Type } from '@sinclair/typebox'
import type { Pool } from 'pg'
import { bytesIn, ROOM } from './answer-size.js'
import { ALTERED, cursorAt, cursorParameter, placeIn, type Question } from './cursors.js'
import { momentParameter, readMoment, readNumber, unknownNote } from './named-note.js'
import { partsOf } from './record-parts.js'
import { shownHistory } from './shown-history.js'
import type { Tool, ToolAnswer, ToolContext } from './tool.js'
import { goodsTotals, wholeNote, wholeNoteSchema } from './whole-note.js'

/** More entries of a note's history are not looked at for one answer. */
const MOST_ENTRIES = 100

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
  incluir_datos: Type.Optional(
    Type.Boolean({
      description: 'true: del historial, también los datos y hashes de cada hecho',
      default: false,
    }),
  ),
  cursor: cursorParameter,
  en_fecha: momentParameter('Cómo era entonces'),
})
type Input = Static<typeof input>

export const readNote: Tool<typeof input, typeof wholeNoteSchema> = {
  name: 'ver_ecmr',
  title: 'Ver una carta de porte',
  description:
    'Devuelve una carta de porte (eCMR) de la empresa con todos sus datos: partes, mercancía, vehículo, firmas, reservas, ' +
    'incidencias, qué le falta según el convenio CMR y el DeCA, y el documento emitido; quien tenga su url puede leerlo. Indique id o ecmr_number, uno de los dos. Con en_fecha, cómo era ' +
    'en ese momento. Si es larga, el resto se lee con cursor. De las firmas dibujadas da el SHA-256, no la imagen.',
  input,
  output: wholeNoteSchema,
  isExpensive: () => true,
  async call(args, context) {
    const moment = readMoment(args.en_fecha, context)
    if (!moment.ok) return moment
    const company = context.assistant.company.id
    const named = await namedNote(context.pool, company, args)
    if (!named.ok) return named
    const { incluir_historial, incluir_datos, en_fecha, cursor } = args
    const asked = { id: named.data, incluir_historial, incluir_datos, en_fecha }
    const question = { company, tool: 'ver_ecmr', asked }
    const place = cursor === undefined ? START : placeOf(cursor, question)
    if (!place.ok) return place
    const { version, ...from } = place.data
    const withHistory = incluir_historial === true && from.part === 0
    const before = from.before === undefined ? {} : { before: from.before }
    const found = withHistory
      ? await noteWithHistory(context.pool, company, named.data, {
          ...moment.data,
          ...before,
          most: MOST_ENTRIES,
        })
      : await onlyNote(context.pool, company, named.data, moment.data)
    if (found === undefined) return missing(context.pool, company, named.data)
    const { note } = found
    if (version !== undefined && version !== note.version) return changed(version, note.version)
    const size = { from: from.part, room: withHistory ? ROOM / 2 : ROOM }
    const shown = from.before === undefined ? await someOfRecord(note, size, question, context) : EMPTY
    const data = {
      id: note.id,
      ecmr_number: note.ecmr_number,
      version: note.version,
      ...shown,
      ...(en_fecha !== undefined && { as_of: moment.data.asOf ?? context.now.toISOString() }),
    }
    if (!withHistory) return { ok: true, data }
    const room = ROOM - bytesIn(data)
    const history = await someOfHistory(found, { room, withData: incluir_datos === true }, question, context)
    return { ok: true, data: { ...data, history } }
  },
}

const EMPTY = { has_more: false, next_cursor: null }

/** Where an answer begins: at a part of the record, or below a version in the history. */
interface Place {
  readonly part: number
  readonly before?: number
  /** the note's version when the answer before was given */
  readonly version?: number
}

const START: ToolAnswer<Place> = { ok: true, data: { part: 0 } }

function placeOf(cursor: string, question: Question): ToolAnswer<Place> {
  const place = placeIn(cursor, question)
  if (!place.ok) return place
  const [what, ...counts] = place.data
  const [at, version] = counts.map((count) => (/^\d{1,9}$/.test(count) ? Number(count) : undefined))
  if (at === undefined || version === undefined) return ALTERED
  if (what === 'record') return { ok: true, data: { part: at, version } }
  return what === 'history' ? { ok: true, data: { part: 0, before: at, version } } : ALTERED
}

async function someOfRecord(
  note: Note,
  { from, room }: { readonly from: number; readonly room: number },
  question: Question,
  context: ToolContext,
) {
  const { members, lists, next } = partsOf(await wholeNote(note, context), from, room)
  return {
    ...members,
    ...(lists.some(({ member }) => member === 'goods_items') && { goods_totals: goodsTotals(note.fields) }),
    ...(lists.length > 0 && { lists }),
    has_more: next !== undefined,
    next_cursor: next === undefined ? null : cursorAt(question, 'record', next, note.version),
  }
}

async function someOfHistory(
  found: NonNullable<Awaited<ReturnType<typeof noteWithHistory>>>,
  size: Parameters<typeof shownHistory>[1],
  question: Question,
  { pool, assistant }: ToolContext,
) {
  const { note, total } = found
  const entries = await withActorNames(pool, assistant.company.id, found.entries)
  const data = shownHistory(entries, size)
  const oldest = data.at(-1)?.version ?? 1
  const has_more = oldest > 1
  return {
    data,
    total,
    has_more,
    next_cursor: has_more ? cursorAt(question, 'history', oldest, note.version) : null,
  }
}

async function namedNote(
  pool: Pool,
  company: CompanyId,
  { id, ecmr_number }: Input,
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
  return note && { note, entries: [], total: 0 }
}

/** Nothing was found: there is no such note, or there was none yet. */
async function missing(pool: Pool, company: CompanyId, id: string): Promise<ToolAnswer<never>> {
  const now = await noteDetails(pool, company, id)
  if (now === undefined) return unknownNote(pool)
  const sentence = `En ese momento la carta de porte aún no existía: se creó el ${now.created_at}.`
  return { ok: false, sentence }
}

function changed(before: number, now: number): ToolAnswer<never> {
  const sentence = `cursor: la carta de porte ha cambiado mientras se leía (era la versión ${before} y es la ${now}). Empiece de nuevo sin cursor.`
  return { ok: false, sentence }
}
