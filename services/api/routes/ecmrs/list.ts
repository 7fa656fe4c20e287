import { trackingUrl } from '@ecmr/application'
import { ecmrList, LARGEST_PAGE, type Language, type ListQueryString, listQuery } from '@ecmr/contract'
import { parseStatus, statusLabel } from '@ecmr/domain'
import {
  DEEPEST_OFFSET,
  type ListItem,
  type ListQuery,
  listedFields,
  listNotes,
  notAnsweredAsOf,
  parseCursor,
  readModelsFor,
} from '@ecmr/read-models'
import { preferredLanguage, sharedAnswers } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { asksFor } from '../../costs/asks-for.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { Problem } from '../../problems/problem.js'
import { asOfOf } from '../../records/as-of.js'
import { numberedPage } from '../../records/numbered-page.js'
import { sendWritten } from '../../records/send-written.js'
import { readProblems } from '../problem-answers.js'

export const listEcmrs: Route = (app, context) => {
  const { pool, siteUrl } = context
  const shared = sharedAnswers<Answer>()
  app.get(
    '/api/ecmrs',
    {
      config: { access: 'ecmrs:read', expensive: asksFor('search', 'as_of') },
      schema: {
        operationId: 'listEcmrs',
        tags: ['Consignment notes'],
        summary: 'List the consignment notes of your company, now or as they stood at an instant',
        querystring: listQuery,
        response: { 200: ecmrList(listedFields), ...readProblems },
      },
    },
    async (request, reply) => {
      const query = questionOf(request.query)
      refuseForPast(query)
      const reads = freshReadsOf(context, request, reply)
      for (const name of readModelsFor(query)) if (!(await reads.waitFor(name))) break
      const { url, caller } = request
      const { page } = request.query
      const language = preferredLanguage(request)
      const { link, body } = await shared(`${caller.company} ${language} ${url}`, async () => {
        const found = await listNotes(pool, caller.company, query)
        const byCursor = query.cursor !== undefined
        const { link, pagination } = numberedPage({ ...found, url, page, limit: query.limit, byCursor })
        const answer = {
          data: found.items.map((item) => shown(item, language, siteUrl)),
          pagination: { ...pagination, total_is_exact: found.totalIsExact },
        }
        return { link, body: Buffer.from(`${reply.serialize(answer)}`) }
      })
      reply.header('link', link).header('vary', 'Accept-Language')
      return sendWritten(reply, body)
    },
  )
}

/** A page as it is sent to all who ask for it at the same time. */
interface Answer {
  readonly link: string
  readonly body: Buffer
}

function shown(item: ListItem, language: Language, siteUrl: string) {
  // Not a spread, for the reason that recordOf gives.
  return Object.assign(
    {
      status_label: statusLabel(item.status, language),
      cancelled: item.cancelled_at !== undefined,
      tracking_url: trackingUrl(siteUrl, item.ecmr_number),
    },
    item,
  )
}

function questionOf(asked: ListQueryString): ListQuery {
  const { page, status, search, pickup_from, pickup_to, include_cancelled, sort } = asked
  const limit = Math.min(asked.limit, LARGEST_PAGE)
  const wanted = status === undefined ? undefined : parseStatus(status)
  const words = search?.trim()
  return {
    limit,
    sort,
    includeCancelled: include_cancelled,
    ...place(asked, page, limit),
    ...(wanted && { status: wanted }),
    ...(words && { search: words }),
    ...(pickup_from !== undefined && { pickupFrom: pickup_from }),
    ...(pickup_to !== undefined && { pickupTo: pickup_to }),
    ...asOfOf(asked),
  }
}

const PRESENT_ONLY = {
  search:
    'Texts are searched as they are now only: leave out search or as_of. With as_of, use status, pickup_from and pickup_to.',
  sort: 'When a note was changed last is known as of now only: with as_of, sort by created_at, pickup_date or ecmr_number.',
} as const

/** Throws a Problem for what cannot be answered as of an instant. */
function refuseForPast(query: ListQuery): void {
  const errors = notAnsweredAsOf(query).map((name) => ({
    pointer: `/${name}`,
    code: 'contradiction',
    message: PRESENT_ONLY[name],
  }))
  if (errors.length > 0)
    throw new Problem('invalid_request', 'As of an instant, the list cannot be answered like this.', {
      errors,
    })
}

function place(
  { cursor: text, sort }: ListQueryString,
  page: number,
  limit: number,
): Pick<ListQuery, 'page' | 'cursor'> {
  if (text !== undefined) {
    const cursor = parseCursor(text, sort)
    if (cursor === undefined)
      throw fault('cursor', 'Send pagination.next_cursor as you got it, with the same sort.')
    return { cursor }
  }
  if ((page - 1) * limit > DEEPEST_OFFSET)
    throw fault('page', `Beyond ${DEEPEST_OFFSET} results, walk with cursor.`)
  return { page }
}

function fault(parameter: string, message: string): Problem {
  const errors = [{ pointer: `/${parameter}`, code: 'out_of_range', message }]
  return new Problem('invalid_request', `Fix the query parameter ${parameter}.`, { errors })
}
