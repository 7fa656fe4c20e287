import { access, type Pages } from '../../../panel-server.js'
import { choicesOf, typedAs, valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'

/** What the list can show of each note beside its number, in the order in which it stands. */
export const listColumns = [
  'reference',
  'status',
  'route',
  'sender',
  'receiver',
  'carrier',
  'driver',
  'plate',
  'goods',
  'pickup',
  'delivery',
  'signatures',
  'created',
  'updated',
] as const
export type ListColumn = (typeof listColumns)[number]

const USUAL: readonly ListColumn[] = [
  'reference',
  'status',
  'route',
  'sender',
  'receiver',
  'carrier',
  'pickup',
  'delivery',
]

/** How many notes a page can show: with more it would be heavier than pages may be. */
export const pageSizes = [10, 25, 35] as const
const USUAL_SIZE = 25
/** with more columns than these a page shows no more notes than usual */
export const MANY = 9

/** How a person wants the list to look in this browser. */
export interface ListLook {
  readonly columns: readonly ListColumn[]
  readonly rows: number
}

/** Reads the cookie `list`, such as `25.status.route`; what it does not know is as usual. */
export function lookIn(text: string | undefined): ListLook {
  const [rows, ...names] = (text ?? '').split('.')
  const size = pageSizes.find((each) => String(each) === rows)
  if (size === undefined) return { columns: USUAL, rows: USUAL_SIZE }
  const columns = listColumns.filter((column) => names.includes(column))
  return { columns, rows: columns.length > MANY ? Math.min(size, USUAL_SIZE) : size }
}

const YEAR_S = 365 * 24 * 3_600

/** Keeps the columns and the number of rows that a person chooses, for a year, in this browser. */
export const listLookPages: Pages = (app, { cookies }) => {
  app.post('/ecmrs/lista/columnas', access.person, async (request, reply) => {
    const values = valuesOf(request)
    if (typedAs(values, 'usual') === '') {
      const chosen = choicesOf(request, 'column')
      const { columns, rows } = lookIn([typedAs(values, 'rows'), ...chosen].join('.'))
      cookies.set(reply, 'list', [rows, ...columns].join('.'), YEAR_S)
    } else cookies.clear(reply, 'list')
    return reply.seeOther(localPath(typedAs(values, 'back'), '/ecmrs'))
  })
}
