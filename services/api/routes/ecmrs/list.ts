import { publicCompanies } from '@ecmr/accounts'
import { shownCompany, trackingUrl } from '@ecmr/application'
import {
  ecmrList,
  type Language,
  type ListQueryString,
  listQuery,
  type PublicCompanyView,
} from '@ecmr/contract'
import { type CompanyId, statusLabel } from '@ecmr/domain'
import { type ListItem, listedFields, listNotes, ownersOfNotes, readModelsFor } from '@ecmr/read-models'
import { preferredLanguage, sharedAnswers } from '@ecmr/web'
import type { Pool } from 'pg'
import type { Route } from '../../api-server.js'
import { asksFor } from '../../costs/asks-for.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { numberedPage } from '../../records/numbered-page.js'
import { sendWritten } from '../../records/send-written.js'
import { readProblems } from '../problem-answers.js'
import { questionOf, separateStatuses } from './list-question.js'

/** What no counters are kept for. */
const COSTLY = [
  'search',
  'carrier',
  'driver',
  'as_of',
  'reference',
  'created_from',
  'created_to',
  'updated_from',
  'updated_to',
  'delivery_from',
  'delivery_to',
  'late',
]

const asksForCostly = asksFor(...COSTLY)

/** Nor are any kept of what others share. */
function isCostly(query: unknown): boolean {
  const { scope = 'own' } = query as ListQueryString
  return scope !== 'own' || asksForCostly(query)
}

export const listEcmrs: Route = (app, context) => {
  const { pool, siteUrl } = context
  const shared = sharedAnswers<Answer>()
  app.get(
    '/api/ecmrs',
    {
      config: { access: 'ecmrs:read', expensive: isCostly },
      preValidation: separateStatuses,
      schema: {
        operationId: 'listEcmrs',
        tags: ['Consignment notes'],
        summary: 'List the consignment notes of your company, now or as they stood at an instant',
        querystring: listQuery,
        response: { 200: ecmrList(listedFields), ...readProblems },
      },
    },
    async (request, reply) => {
      const query = questionOf(request.query, request.caller)
      const reads = freshReadsOf(context, request, reply)
      for (const name of readModelsFor(query)) if (!(await reads.waitFor(name))) break
      const { url, caller } = request
      const { page } = request.query
      const language = preferredLanguage(request)
      const { link, body } = await shared(`${caller.company} ${language} ${url}`, async () => {
        const found = await listNotes(pool, caller.company, query)
        const byCursor = query.cursor !== undefined
        const { link, pagination } = numberedPage({ ...found, url, page, limit: query.limit, byCursor })
        const owners =
          query.scope === undefined ? new Map() : await ownersOf(pool, caller.company, found.items)
        const answer = {
          data: found.items.map((item) => shown(item, language, siteUrl, owners.get(item.id))),
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

/** Whose the notes are that are not the company's own, by their ids. */
async function ownersOf(
  pool: Pool,
  company: CompanyId,
  items: readonly ListItem[],
): Promise<ReadonlyMap<string, PublicCompanyView>> {
  const owners = await ownersOfNotes(
    pool,
    items.map(({ id }) => id),
  )
  const others = [...owners].filter(([, owner]) => owner !== company)
  const companies = await publicCompanies(
    pool,
    others.map(([, owner]) => owner),
  )
  return new Map(
    others.flatMap(([id, owner]) => {
      const found = shownCompany(companies, owner)
      return found ? [[id, found] as const] : []
    }),
  )
}

function shown(
  item: ListItem,
  language: Language,
  siteUrl: string,
  shared_by: PublicCompanyView | undefined,
) {
  // Not a spread, for the reason that recordOf gives.
  return Object.assign(
    {
      status_label: statusLabel(item.status, language),
      cancelled: item.cancelled_at !== undefined,
      tracking_url: trackingUrl(siteUrl, item.ecmr_number),
    },
    item,
    { outdated_signatures: item.outdated_signatures ?? [] },
    shared_by && { shared_by },
  )
}
