import { entriesByName, type Entry, tableOf, templateFields, textIn, titleOf } from '@ecmr/application'
import { type Language, type Register, registerLimits } from '@ecmr/contract'
import { csvLines } from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { access, type PanelServer, signedIn } from '../../panel-server.js'
import { formatsFor } from '../../texts/formats.js'
import { spreadsheetForm } from '../notes/list/csv.js'
import { brief } from '../notes/shared/brief.js'
import { nameIn } from '../notes/shared/labels.js'
import { expiryWords } from './expiry-words.js'
import { registerPage, todayOf } from './register-page.js'
import { registerTexts } from './texts.js'
import { registerAddress } from './words.js'

const ROWS = 25
const LONGEST_CELL = 60
const LONGEST_QUESTION = 200

/** What the list of a register shows besides the names. */
const columns = {
  parties: ['tax_id', 'city', 'phone', 'reference'],
  drivers: ['phone', 'license_expires', 'card_expires', 'reference'],
  vehicles: ['kind', 'inspection_expires', 'insurance_expires', 'reference'],
  templates: ['route', 'reference'],
} as const satisfies Readonly<Record<Register, readonly string[]>>

/** The list of a register, and its file for spreadsheets. */
export function listPages(app: PanelServer, context: PanelContext, register: Register): void {
  const { pool } = context
  app.get<{ Querystring: { q?: unknown; pagina?: unknown } }>(
    registerAddress(register),
    access.auditor,
    async (request, reply) => {
      const { language } = request.visitor
      const q = typeof request.query.q === 'string' ? request.query.q.slice(0, LONGEST_QUESTION) : ''
      const page = pageIn(request.query.pagina)
      const asked = { register, q, limit: ROWS, offset: (page - 1) * ROWS }
      const { entries, total } = await entriesByName(pool, signedIn(request).company.id, asked)
      const t = registerTexts[language]
      return registerPage(reply, register, 'list', {
        title: t.names[register],
        q,
        total,
        most: registerLimits[register].entries,
        page,
        pageCount: Math.max(1, Math.ceil(total / ROWS)),
        pageAddress: (number: number) =>
          `${registerAddress(register)}?${new URLSearchParams({ ...(q !== '' && { q }), pagina: String(number) })}`,
        columns: columns[register].map((name) => ({ name, label: t.labels[name] })),
        rows: entries.map((entry) => rowOf(context, request, entry)),
      })
    },
  )

  app.get(registerAddress(register, '.csv'), access.auditor, async (request, reply) => {
    const limit = registerLimits[register].entries
    const { entries } = await entriesByName(pool, signedIn(request).company.id, { register, limit })
    const { language } = request.visitor
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${register}.csv"`)
    return csvLines(tableOf(register, entries), { ...spreadsheetForm(language), bom: true })
  })
}

function pageIn(asked: unknown): number {
  return typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
}

function rowOf(context: PanelContext, request: FastifyRequest, entry: Entry) {
  const { language } = request.visitor
  return {
    id: entry.id,
    name: brief(titleOf(entry), LONGEST_CELL),
    cells: columns[entry.register].map((name) => brief(cellOf(entry, name, language), LONGEST_CELL)),
    expiries: expiryWords(entry, todayOf(context, request), language),
  }
}

function cellOf({ data }: Entry, name: string, language: Language): string {
  if (name === 'route') return routeOf(templateFields(data))
  const text = textIn(data, name)
  if (text === '') return ''
  if (name === 'kind') return nameIn(registerTexts[language].kinds, text) ?? text
  return name.endsWith('_expires') ? formatsFor(language, 'UTC').date(text) : text
}

function routeOf(fields: ReturnType<typeof templateFields>): string {
  const ends = [fields.sender_company_name, fields.receiver_company_name]
  return ends.map((end) => (typeof end === 'string' ? brief(end, LONGEST_CELL / 2 - 2) : '…')).join(' → ')
}
