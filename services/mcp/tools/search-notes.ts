import { closed, LARGEST_PAGE, list, oneOf } from '@ecmr/contract'
import { type CompanyId, dayInZone, listedSpellings, parseListedStatus } from '@ecmr/domain'
import {
  cursorAfter,
  formatCursor,
  type ListPage,
  type ListQuery,
  listNotes,
  notAnsweredAsOf,
  readCursor,
  sorts,
} from '@ecmr/read-models'
import { type Static, Type } from '@sinclair/typebox'
import { firstThatFit, ROOM } from './answer-size.js'
import { cursorParameter, goesOn, refusalOf } from './cursors.js'
import { momentParameter, readMoment } from './named-note.js'
import { type ShortNote, shortNote, shortNoteSchema } from './short-note.js'
import type { Tool, ToolAnswer, ToolContext } from './tool.js'

const day = (description: string) => Type.Optional(Type.String({ description, format: 'date' }))

const input = closed({
  search: Type.Optional(
    Type.String({
      description:
        'Palabras o partes, todas en número, empresas, ciudades, mercancía, matrículas, conductor o referencia. Acentos, mayúsculas, espacios y guiones dan igual',
      maxLength: 200,
    }),
  ),
  status: Type.Optional(
    list(oneOf(listedSpellings, 'Uno de ellos'), {
      description: 'Solo las que están en alguno de estos estados',
      maxItems: listedSpellings.length,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ description: 'Cuántas como mucho', minimum: 1, maximum: LARGEST_PAGE, default: 20 }),
  ),
  cursor: cursorParameter,
  sort: Type.Optional(oneOf(sorts, 'Orden; con -, de mayor a menor', { default: '-created_at' })),
  desde: day('Primer día de recogida prevista, AAAA-MM-DD'),
  hasta: day('Último día de recogida prevista'),
  entrega_desde: day('Primer día de entrega prevista'),
  entrega_hasta: day('Último día de entrega prevista'),
  retraso: Type.Optional(
    oneOf(['recogida', 'entrega'], 'Solo las que pasado el día previsto están sin recoger, o en tránsito'),
  ),
  en_fecha: momentParameter('Cómo estaba la lista entonces; sin search, entrega ni retraso'),
})
type Input = Static<typeof input>

const output = closed({
  data: list(shortNoteSchema),
  pagination: goesOn({
    limit: Type.Integer(),
    total: Type.Integer({ description: 'Cuántas hay en todas las páginas' }),
    total_is_exact: Type.Boolean({ description: 'false: hay más de las que dice total' }),
  }),
  as_of: Type.Optional(Type.String({ description: 'El instante que se muestra, si se ha pedido uno' })),
})
type Output = Static<typeof output>

const NAME = 'buscar_ecmrs'

export const searchNotes: Tool<typeof input, typeof output> = {
  name: NAME,
  title: 'Buscar cartas de porte',
  description:
    'Busca en las cartas de porte electrónicas (eCMR) de la empresa y devuelve un resumen de cada una. Úsela para encontrar ' +
    'envíos por texto, estado, retraso o día previsto, y para contarlos (pagination.total). Sin parámetros, las más ' +
    'recientes. Sin las anuladas, salvo con status cancelled. Todo sobre una: ver_ecmr.',
  input,
  output,
  isExpensive: ({ search, en_fecha, entrega_desde, entrega_hasta, retraso }) =>
    [search, en_fecha, entrega_desde, entrega_hasta, retraso].some((value) => value !== undefined),
  async call(args, context) {
    const { assistant, pool, siteUrl, now } = context
    const asked = questionOf(args, context)
    if (!asked.ok) return asked
    const query = asked.data
    const page = await listNotes(pool, assistant.company.id, query)
    const notes = page.items.map((item) => shortNote(item, siteUrl))
    const at = args.en_fecha !== undefined && { as_of: query.asOf ?? now.toISOString() }
    const answer = (shown: readonly ShortNote[]): Output => ({
      data: [...shown],
      pagination: paginationOf(page, shown.length, query, assistant.company.id),
      ...at,
    })
    return { ok: true, data: answer(notes), shorter: () => answer(firstThatFit(notes, ROOM)) }
  },
}

/** What an assistant asks of the list. */
function questionOf(args: Input, context: ToolContext): ToolAnswer<ListQuery> {
  const moment = readMoment(args.en_fecha, context)
  if (!moment.ok) return moment
  const { limit = 20, cursor, search, status = [], sort, desde, hasta, entrega_desde, entrega_hasta } = args
  const wanted = status.flatMap((one) => parseListedStatus(one) ?? [])
  const filter = {
    ...(wanted.length > 0 && { status: wanted }),
    ...(search !== undefined && { search }),
    ...(sort !== undefined && { sort }),
    ...(desde !== undefined && { pickupFrom: desde }),
    ...(hasta !== undefined && { pickupTo: hasta }),
    ...(entrega_desde !== undefined && { deliveryFrom: entrega_desde }),
    ...(entrega_hasta !== undefined && { deliveryTo: entrega_hasta }),
    ...(args.retraso !== undefined && { late: { step: STEPS[args.retraso], today: today(context) } }),
  }
  const fault = faultOf(args, filter)
  if (fault !== undefined) return { ok: false, sentence: fault }
  const query = { ...filter, ...moment.data, limit }
  if (cursor === undefined) return { ok: true, data: query }
  const place = readCursor(cursor, context.assistant.company.id, query)
  return typeof place === 'string' ? refusalOf(place) : { ok: true, data: { ...query, cursor: place } }
}

const STEPS = { recogida: 'pickup', entrega: 'delivery' } as const

/** Which day it is on the clocks of the company. */
function today({ now, assistant }: ToolContext): string {
  return dayInZone(now.toISOString(), assistant.company.time_zone)
}

/** What is wrong with a question although each of its parts is well formed. */
function faultOf(
  { desde, hasta, entrega_desde, entrega_hasta, retraso, en_fecha }: Input,
  filter: Pick<ListQuery, 'search' | 'sort'>,
): string | undefined {
  if (desde !== undefined && hasta !== undefined && desde > hasta)
    return 'desde es posterior a hasta; envíe primero el día más antiguo.'
  if (entrega_desde !== undefined && entrega_hasta !== undefined && entrega_desde > entrega_hasta)
    return 'entrega_desde es posterior a entrega_hasta; envíe primero el día más antiguo.'
  const ofNow = [entrega_desde, entrega_hasta, retraso].some((value) => value !== undefined)
  if (en_fecha !== undefined && ofNow)
    return 'en_fecha: la entrega prevista y el retraso solo se buscan en los datos de ahora. Quite en_fecha, o entrega_desde, entrega_hasta y retraso.'
  const [past] = notAnsweredAsOf({ ...filter, ...(en_fecha !== undefined && { asOf: en_fecha }) })
  if (past === 'search')
    return 'search: las palabras solo se buscan en los datos de ahora. Quite search o en_fecha; con en_fecha use status, desde y hasta.'
  if (past === 'sort')
    return 'sort: con en_fecha no se puede ordenar por updated_at; use created_at o pickup_date.'
  return undefined
}

function paginationOf(page: ListPage, shown: number, query: ListQuery, company: CompanyId) {
  const isCut = shown < page.items.length
  const last = isCut ? page.items[shown - 1] : undefined
  return {
    limit: query.limit,
    total: page.total,
    total_is_exact: page.totalIsExact,
    has_more: isCut || page.hasMore,
    next_cursor: last ? formatCursor(cursorAfter(last, query.sort), company, query) : page.nextCursor,
  }
}
