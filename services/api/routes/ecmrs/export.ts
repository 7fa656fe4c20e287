import { Readable } from 'node:stream'
import { trackingUrl } from '@ecmr/application'
import { exportQuery, type Language } from '@ecmr/contract'
import { statusLabel } from '@ecmr/domain'
import {
  COUNTED_MATCHES,
  type ListItem,
  type ListQuery,
  listedFields,
  listInParts,
  listNotes,
  readModelsFor,
} from '@ecmr/read-models'
import { csvLines, nextPart, preferredLanguage } from '@ecmr/web'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { Problem } from '../../problems/problem.js'
import { readProblems } from '../problem-answers.js'
import { filtersOf, separateStatuses } from './list-question.js'

/** An export holds no more notes, so that it is known beforehand whether it would hold all. */
const LARGEST_EXPORT = COUNTED_MATCHES
/** So many are in memory at a time. */
const PAGE = 250

const csvAnswer = {
  description: 'A header row with the names of the members, and a row for each note',
  content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
}

/** The filtered list as a table, page by page in the company's turn. */
export const exportEcmrs: Route = (app, context) => {
  const { pool, siteUrl, expensive } = context
  app.get(
    '/api/ecmrs.csv',
    {
      config: { access: 'ecmrs:read', answers: 'anything' },
      preValidation: separateStatuses,
      schema: {
        operationId: 'exportEcmrs',
        tags: ['Consignment notes'],
        summary: `Export a list of consignment notes as CSV, ${LARGEST_EXPORT.toLocaleString('en')} notes at most`,
        querystring: exportQuery,
        response: { 200: csvAnswer, ...readProblems },
      },
    },
    async (request, reply) => {
      const filters = filtersOf(request.query, request.caller.timeZone)
      const reads = freshReadsOf(context, request, reply)
      for (const name of readModelsFor(filters)) if (!(await reads.waitFor(name))) break
      const { company } = request.caller
      const language = preferredLanguage(request)
      const write = (query: ListQuery) =>
        nextPart(expensive, company, async () => {
          const rest = await listNotes(pool, company, query)
          return { text: csvLines(rest.items.map((item) => rowOf(item, language, siteUrl))), rest }
        })
      const { rest } = await write({ ...filters, limit: 1 })
      if (rest.total > LARGEST_EXPORT || !rest.totalIsExact) throw tooMany()
      reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="ecmrs.csv"')
        .header('cache-control', 'no-store')
        .header('vary', 'Accept-Language')
      const lines = async function* (): AsyncGenerator<string> {
        yield csvLines([columns])
        yield* listInParts(company, filters, { most: LARGEST_EXPORT, page: PAGE }, write)
      }
      return reply.send(Readable.from(request.method === 'HEAD' ? [] : lines()))
    },
  )
}

function tooMany(): Problem {
  const most = LARGEST_EXPORT.toLocaleString('en')
  return new Problem(
    'invalid_request',
    `An export can have at most ${most} notes. Narrow the range, for example to a week with created_from and created_to, or read pages of /api/ecmrs.`,
  )
}

const columns = [
  'id',
  'ecmr_number',
  'status',
  'status_label',
  'version',
  'created_at',
  'updated_at',
  'taken_over_at',
  'delivered_at',
  'cancelled',
  'cancelled_at',
  'cancel_reason',
  'signed_by',
  'open_incidents',
  ...listedFields,
  'tracking_url',
  'outdated_signatures',
] as const

/** What the list shows of a note, a cell for each member. */
function rowOf(item: ListItem, language: Language, siteUrl: string) {
  const row: Readonly<Partial<Record<(typeof columns)[number], string | number | boolean>>> = {
    ...item,
    status_label: statusLabel(item.status, language),
    cancelled: item.cancelled_at !== undefined,
    signed_by: item.signed_by.join(' '),
    outdated_signatures: item.outdated_signatures?.join(' ') ?? '',
    tracking_url: trackingUrl(siteUrl, item.ecmr_number),
  }
  return columns.map((column) => row[column])
}
