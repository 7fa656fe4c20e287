import { Readable } from 'node:stream'
import { type CompanyId, noteStream } from '@ecmr/domain'
import { companyTrail, type TrailPlace } from '@ecmr/read-models'
import { nextPart, type PanelContext } from '../../context.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { dayIn } from '../home/today.js'
import { accountTrail } from './account-trail.js'
import { type TrailQuestion, trailQuestion } from './trail-question.js'

/** So many events are exported at most, the newest ones. */
export const LARGEST_EXPORT = 10_000

const PAGE = 100
/** So many pages are asked for at most that end without being full because so many events were looked at. */
const MOST_PARTIAL_PAGES = 200

/**
 * What the trail's filters show as JSON lines, newest first: of each event all that its hash is computed over, so that
 * an auditor who has RFC 8785 needs nothing from us.
 */
export const exportPages: Pages = (app, context) => {
  app.get('/auditoria/exportar', access.member, async (request, reply) => {
    const { company } = signedIn(request)
    const question = trailQuestion(request.query, request.visitor.language, company.time_zone)
    if (Object.keys(question.form.faults).length > 0) throw new PageProblem('malformed')
    const name = `${question.part === 'account' ? 'cuenta' : 'cartas-de-porte'}-${dayIn(company.time_zone, context.clock())}`
    reply
      .type('application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="auditoria-${name}.jsonl"`)
    return reply.send(Readable.from(lines(context, company.id, question)))
  })
}

function lines(context: PanelContext, company: CompanyId, question: TrailQuestion): AsyncGenerator<string> {
  return question.part === 'account'
    ? accountEvents(context, company, question)
    : noteEvents(context, company, question)
}

const jsonLines = (events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

async function* noteEvents(
  { pool, reads, expensive }: PanelContext,
  company: CompanyId,
  { filter }: TrailQuestion,
): AsyncGenerator<string> {
  await reads.waitFor('history')
  let before: TrailPlace | null | undefined
  let left = LARGEST_EXPORT
  for (let partial = 0; partial < MOST_PARTIAL_PAGES && before !== null && left > 0; ) {
    const query = { ...filter, limit: Math.min(PAGE, left), ...(before && { before }) }
    const { text, rest } = await nextPart(expensive, company, async () => {
      const page = await companyTrail(pool, company, query)
      const shown = page.events.map(
        ({ position, ecmr_id, revision, type, event_id: id, data, metadata }) => ({
          position,
          stream: noteStream(ecmr_id),
          revision,
          id,
          type,
          data,
          metadata,
        }),
      )
      return { text: jsonLines(shown), rest: page }
    })
    const { events, next, isPartial } = rest
    yield text
    left -= events.length
    before = next
    if (isPartial) partial++
  }
}

async function* accountEvents(
  { store, expensive }: PanelContext,
  company: CompanyId,
  { filter }: TrailQuestion,
): AsyncGenerator<string> {
  let before: number | undefined
  let left = LARGEST_EXPORT
  for (let page = 0; page < MOST_PARTIAL_PAGES && left > 0; page++) {
    const limit = Math.min(PAGE, left)
    const place = { before, limit }
    const { text, rest } = await nextPart(expensive, company, async () => {
      const page = await accountTrail(store, company, filter, place)
      const shown = page.events.map(({ position, stream, revision, id, type, data, metadata }) => ({
        position,
        stream,
        revision,
        id,
        type,
        data,
        metadata,
      }))
      return { text: jsonLines(shown), rest: page }
    })
    yield text
    left -= rest.events.length
    before = rest.next
    if (rest.next === undefined) return
  }
}
