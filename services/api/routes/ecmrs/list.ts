import { trackingUrl } from '@ecmr/application'
import { ecmrList, LARGEST_PAGE, type Language, type ListQueryString, listQuery } from '@ecmr/contract'
import { parseStatus, statusLabel } from '@ecmr/domain'
import {
  DEEPEST_OFFSET,
  type ListItem,
  type ListQuery,
  listedFields,
  listNotes,
  parseCursor,
} from '@ecmr/read-models'
import { preferredLanguage } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { asksFor } from '../../costs/asks-for.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { Problem } from '../../problems/problem.js'
import { numberedPage } from '../../records/numbered-page.js'
import { readProblems } from '../problem-answers.js'

export const listEcmrs: Route = (app, context) => {
  const { pool, siteUrl } = context
  app.get(
    '/api/ecmrs',
    {
      config: { access: 'ecmrs:read', expensive: asksFor('search') },
      schema: {
        operationId: 'listEcmrs',
        tags: ['Consignment notes'],
        summary: 'List the consignment notes of your company',
        querystring: listQuery,
        response: { 200: ecmrList(listedFields), ...readProblems },
      },
    },
    async (request, reply) => {
      const query = questionOf(request.query)
      await freshReadsOf(context, request, reply).waitFor('list')
      const found = await listNotes(pool, request.caller.company, query)
      const { page } = request.query
      const byCursor = query.cursor !== undefined
      const { link, pagination } = numberedPage({
        ...found,
        url: request.url,
        page,
        limit: query.limit,
        byCursor,
      })
      reply.header('link', link).header('vary', 'Accept-Language')
      const language = preferredLanguage(request)
      return {
        data: found.items.map((item) => shown(item, language, siteUrl)),
        pagination: { ...pagination, total_is_exact: found.totalIsExact },
      }
    },
  )
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
  }
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
