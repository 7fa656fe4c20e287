import { Readable } from 'node:stream'
import { type CompanyId, type JsonObject, noteStream } from '@ecmr/domain'
import { holdsSealed } from '@ecmr/personal-data'
import { companyTrail, type TrailEvent, type TrailPlace } from '@ecmr/read-models'
import { nextPart } from '@ecmr/web'
import type { PanelContext } from '../../context.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { dayIn } from '../home/today.js'
import { accountTrail } from './account-trail.js'
import { type TrailQuestion, trailQuestion } from './trail-question.js'
import { withActors } from './wanted-actors.js'

/** So many events are exported at most, the newest ones. */
export const LARGEST_EXPORT = 10_000

const PAGE = 100
/** So many pages are asked for at most that end without being full because so many events were looked at. */
const MOST_PARTIAL_PAGES = 200

/**
 * What the trail's filters show as JSON lines, newest first: of each event all that its hash is computed over, so that
 * an auditor who has RFC 8785 needs nothing from us. Beside data with sealed personal values stands `clear`, the same data in
 * clear.
 */
export const exportPages: Pages = (app, context) => {
  app.get('/auditoria/exportar', access.auditor, async (request, reply) => {
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
  { pool, reads, recorded, expensive }: PanelContext,
  company: CompanyId,
  { filter }: TrailQuestion,
): AsyncGenerator<string> {
  await reads.waitFor('history')
  const wanted = await withActors(pool, company, filter)
  let before: TrailPlace | null | undefined
  let left = LARGEST_EXPORT
  for (let partial = 0; partial < MOST_PARTIAL_PAGES && before !== null && left > 0; ) {
    const query = { ...wanted, limit: Math.min(PAGE, left), ...(before && { before }) }
    const { text, rest } = await nextPart(expensive, company, async () => {
      const page = await companyTrail(pool, company, query)
      return { text: jsonLines(await asRecorded(recorded, page.events)), rest: page }
    })
    const { events, next, isPartial } = rest
    yield text
    left -= events.length
    before = next
    if (isPartial) partial++
  }
}

/** Events of the history as the log holds them: what the read model keeps is in clear. */
async function asRecorded(
  log: Pick<PanelContext['recorded'], 'readStream'>,
  trail: readonly TrailEvent[],
): Promise<readonly object[]> {
  const firsts = new Map<string, number>()
  for (const { ecmr_id, revision } of trail)
    firsts.set(ecmr_id, Math.min(revision, firsts.get(ecmr_id) ?? revision))
  const sealed = new Map<string, JsonObject>()
  for (const [id, from] of firsts)
    for (const { revision, data } of await log.readStream(noteStream(id), { from }))
      if (holdsSealed(data)) sealed.set(`${id}@${revision}`, data)
  return trail.map(({ position, ecmr_id, revision, type, event_id: id, data: clear, metadata }) => {
    const data = sealed.get(`${ecmr_id}@${revision}`)
    const said = data ? { data, clear } : { data: clear }
    return { position, stream: noteStream(ecmr_id), revision, id, type, ...said, metadata }
  })
}

async function* accountEvents(
  { pool, store, expensive }: PanelContext,
  company: CompanyId,
  { filter }: TrailQuestion,
): AsyncGenerator<string> {
  const wanted = await withActors(pool, company, filter)
  let before: number | undefined
  let left = LARGEST_EXPORT
  for (let page = 0; page < MOST_PARTIAL_PAGES && left > 0; page++) {
    const limit = Math.min(PAGE, left)
    const place = { before, limit }
    const { text, rest } = await nextPart(expensive, company, async () => {
      const page = await accountTrail(store, company, wanted, place)
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
