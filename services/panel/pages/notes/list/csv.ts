import { Readable } from 'node:stream'
import type { SignedIn } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { type Role, statusLabel } from '@ecmr/domain'
import { type ListItem, type ListQuery, listInParts, listNotes, readModelsFor } from '@ecmr/read-models'
import { type CsvForm, csvLines, nextPart } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { isFaulty } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { roleLabels } from '../shared/labels.js'
import { type CsvColumn, csvColumns, csvHeadings, texts } from '../shared/texts.js'
import { listAddress, listQuestion } from './question.js'

/** Notes in one table to take away: the first of the list as it is filtered and sorted. */
export const LARGEST_EXPORT = 1_000
/** So many are in memory at a time. */
const PAGE = 100

/** The filtered list as a file for spreadsheets. With a fault in a filter it leads back to the list, which tells it. */
export const exportList: Pages = (app, context) => {
  const { clock } = context
  app.get('/ecmrs.csv', access.person, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const { query, form, values } = listQuestion(request.query, {
      company: company.id,
      language,
      timeZone: company.time_zone,
      now: clock(),
      rows: PAGE,
    })
    if (isFaulty(form)) return reply.seeOther(listAddress('/ecmrs', values))
    return sendCsv(context, request, reply, query)
  })
}

/** The notes of a question as a file, now that the lists are up to date. */
export async function sendCsv(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ListQuery,
): Promise<FastifyReply> {
  const { company } = signedIn(request)
  const { language } = request.visitor
  await Promise.all(readModelsFor(query).map((name) => context.reads.waitFor(name)))
  const day = localTime(context.clock().toISOString(), company.time_zone).slice(0, 10)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${texts[language].csvFile}-${day}.csv"`)
  return reply.send(Readable.from(lines(context, company, query, language)))
}

/** Page by page, as fast as they are taken, and in the company's turn. */
async function* lines(
  { pool, expensive }: Pick<PanelContext, 'pool' | 'expensive'>,
  company: SignedIn['company'],
  { cursor: _cursor, ...conditions }: ListQuery,
  language: Language,
): AsyncGenerator<string> {
  const form = spreadsheetForm(language)
  yield csvLines([columnsOf(csvHeadings[language])], { ...form, bom: true })
  yield* listInParts(company.id, conditions, { most: LARGEST_EXPORT, page: PAGE }, (query) =>
    nextPart(expensive, company.id, async () => {
      const rest = await listNotes(pool, company.id, query)
      const rows = rest.items.map((item) => columnsOf(rowOf(item, language, company.time_zone)))
      return { text: csvLines(rows, form), rest }
    }),
  )
}

// Where the comma is the decimal sign, spreadsheets expect semicolons between the cells.
const DELIMITERS: Readonly<Record<Language, string>> = { es: ';', en: ',' }
const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  es: new Intl.NumberFormat('es-ES', { useGrouping: false, maximumFractionDigits: 6 }),
  en: new Intl.NumberFormat('en-GB', { useGrouping: false, maximumFractionDigits: 6 }),
}

/** How spreadsheets of people who speak a language read tables. */
export function spreadsheetForm(language: Language): CsvForm {
  return { delimiter: DELIMITERS[language], number: NUMBERS[language].format }
}

function columnsOf(row: Row): readonly Row[CsvColumn][] {
  return csvColumns.map((column) => row[column])
}

type Row = Readonly<Record<CsvColumn, string | number | undefined>>

function rowOf(item: ListItem, language: Language, timeZone: string): Row {
  const at = (instant: string | undefined) => instant && localTime(instant, timeZone)
  return {
    ecmr_number: item.ecmr_number,
    status: item.cancelled_at === undefined ? statusLabel(item.status, language) : texts[language].cancelled,
    reference: item.reference,
    sender: item.sender_company_name,
    sender_city: item.sender_city,
    receiver: item.receiver_company_name,
    receiver_city: item.receiver_city,
    carrier: item.carrier_company_name,
    vehicle_plate: item.vehicle_plate,
    trailer_plate: item.trailer_plate,
    driver: item.driver_name,
    pickup_city: item.pickup_city,
    pickup_date: item.pickup_date,
    delivery_city: item.delivery_city,
    delivery_date: item.delivery_date,
    taken_over_at: at(item.taken_over_at),
    delivered_at: at(item.delivered_at),
    goods: item.goods_description,
    packages: item.goods_packages,
    weight_kg: item.goods_weight_kg,
    signed_by: rolesOf(item.signed_by, language),
    outdated_signatures: rolesOf(item.outdated_signatures ?? [], language),
    open_incidents: item.open_incidents,
    created_at: at(item.created_at),
    id: item.id,
  }
}

function rolesOf(roles: readonly Role[], language: Language): string {
  return roles.map((role) => roleLabels[language][role]).join(', ')
}

/** As spreadsheets read it, in the company's time zone: 2026-11-21 18:05. */
function localTime(instant: string, timeZone: string): string {
  // The Swedish way of writing is that of ISO 8601 but for the T.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )
}
