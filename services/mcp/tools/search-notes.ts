import { closed, LARGEST_PAGE, list, oneOf } from '@ecmr/contract'
import { parseStatus, statusSpellings } from '@ecmr/domain'
import { DEEPEST_OFFSET, type ListQuery, listNotes } from '@ecmr/read-models'
import { type Static, Type } from '@sinclair/typebox'
import { momentParameter, readMoment } from './named-note.js'
import { shortNote, shortNoteSchema } from './short-note.js'
import type { Tool } from './tool.js'

const day = (description: string) => Type.Optional(Type.String({ description, format: 'date' }))

const input = closed({
  search: Type.Optional(
    Type.String({
      description:
        'Palabras, o partes de palabras, que deben aparecer todas en el número, las empresas, las ciudades, la mercancía, ' +
        'las matrículas o la referencia. Sin distinguir acentos ni mayúsculas',
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001F\\u007F\\uD800-\\uDFFF]*$',
    }),
  ),
  status: Type.Optional(
    oneOf(
      statusSpellings,
      'Solo las que están en este estado, en inglés o en español; incidencia: con alguna abierta',
    ),
  ),
  page: Type.Optional(
    Type.Integer({ description: 'Página, desde 1', minimum: 1, maximum: 1_000_000, default: 1 }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: `Resultados por página; más de ${LARGEST_PAGE} se queda en ${LARGEST_PAGE}`,
      minimum: 1,
      maximum: 1_000_000,
      default: 20,
    }),
  ),
  desde: day('Primer día de recogida prevista, AAAA-MM-DD, incluido'),
  hasta: day('Último día de recogida prevista, AAAA-MM-DD, incluido'),
  en_fecha: momentParameter('Cómo estaba la lista entonces, sin search'),
})

const output = closed({
  data: list(shortNoteSchema, { description: 'De la más reciente a la más antigua' }),
  pagination: closed({
    page: Type.Integer(),
    limit: Type.Integer({ description: 'El que se ha aplicado' }),
    total: Type.Integer({ description: 'Cuántas hay en todas las páginas' }),
    total_is_exact: Type.Boolean({ description: 'false: hay más de las que dice total' }),
    total_pages: Type.Integer(),
    has_more: Type.Boolean({ description: 'Si hay otra página' }),
  }),
  en_fecha: Type.Optional(Type.String({ description: 'El instante que se muestra, si se ha pedido uno' })),
})

export const searchNotes: Tool<typeof input, typeof output> = {
  name: 'buscar_ecmrs',
  title: 'Buscar cartas de porte',
  description:
    'Busca en las cartas de porte electrónicas (eCMR) de la empresa y devuelve un resumen de cada una. Úsela para encontrar ' +
    'envíos por texto, estado o día de recogida prevista, y para contarlos (pagination.total). Sin parámetros, las más ' +
    'recientes. Con en_fecha, las que había entonces y cómo estaban. No incluye las anuladas, que se ven con ver_ecmr. Para los datos completos de una, ver_ecmr.',
  input,
  output,
  isExpensive: ({ search, en_fecha }) => search !== undefined || en_fecha !== undefined,
  async call(args, { assistant, pool, siteUrl, now }) {
    const moment = readMoment(args.en_fecha, now)
    if (!moment.ok) return moment
    const query = { ...questionOf(args), ...moment.data }
    const fault = faultOf(args, query)
    if (fault !== undefined) return { ok: false, sentence: fault }
    const { items, total, totalIsExact, hasMore } = await listNotes(pool, assistant.company.id, query)
    const { page, limit } = query
    return {
      ok: true,
      data: {
        data: items.map((item) => shortNote(item, siteUrl)),
        pagination: {
          page,
          limit,
          total,
          total_is_exact: totalIsExact,
          total_pages: Math.ceil(total / limit),
          has_more: hasMore,
        },
        ...(args.en_fecha !== undefined && { en_fecha: moment.data.asOf ?? now.toISOString() }),
      },
    }
  },
}

function questionOf({ search, status, page = 1, limit = 20, desde, hasta }: Static<typeof input>) {
  const wanted = status === undefined ? undefined : parseStatus(status)
  const words = search?.trim()
  return {
    page,
    limit: Math.min(limit, LARGEST_PAGE),
    ...(wanted && { status: wanted }),
    ...(words && { search: words }),
    ...(desde !== undefined && { pickupFrom: desde }),
    ...(hasta !== undefined && { pickupTo: hasta }),
  } satisfies ListQuery
}

/** What is wrong with a question although each of its parts is well formed. */
function faultOf(
  { desde, hasta, search, en_fecha }: Static<typeof input>,
  { page, limit }: { readonly page: number; readonly limit: number },
): string | undefined {
  if (desde !== undefined && hasta !== undefined && desde > hasta)
    return 'desde es posterior a hasta; envíe primero el día más antiguo.'
  if (en_fecha !== undefined && search !== undefined)
    return 'search: las palabras solo se buscan en los datos de ahora. Quite search o en_fecha; con en_fecha use status, desde y hasta.'
  if ((page - 1) * limit > DEEPEST_OFFSET)
    return `page: no se llega más allá de ${DEEPEST_OFFSET} resultados; acote la búsqueda con search, status, desde o hasta.`
  return undefined
}
