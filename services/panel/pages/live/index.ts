import { accountOf } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import { type LiveStream, liveStream } from '../../live/live-stream.js'
import { newsNow, type Wanted } from '../../live/wanted.js'
import { type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { validate as isUuid } from 'uuid'

interface Asked {
  readonly Querystring: {
    readonly desde?: unknown
    readonly carta?: unknown
    readonly version?: unknown
    readonly como?: unknown
  }
}

const TRY_AGAIN_S = '60'

/**
 * Which notes have changed since a page was made: `?carta=` and `?version=` for the note that it shows, `?desde=` with a place
 * in the log for the notes of the company; `?como=` is the company of the page, whose session may act for another by now. A stream for those who accept one, and else one answer, for pages that get no streams.
 */
export const livePages: Pages = (app, context) => {
  const config = { access: 'person', isUse: false } as const
  app.get<Asked>('/cambios', { config, exposeHeadRoute: false }, async (request, reply) => {
    const person = signedIn(request)
    const wanted = wantedIn(request, context.store.isPosition)
    const isElsewhere = isOfOther(request, person.company.id)
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      return reply
        .code(isElsewhere ? 409 : 200)
        .type('application/json; charset=utf-8')
        .send(isElsewhere ? {} : await newsNow(context.pool, person.company.id, wanted))
    const stream = isElsewhere ? endedStream() : context.live.open(person, wanted)
    if (stream === undefined) throw new PageProblem('rate_limited', { 'retry-after': TRY_AGAIN_S })
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // Proxies are to pass on each event as it comes, neither changed nor kept back.
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream.body)
    )
  })
}

/** Whether the page that asks belongs to another company than the session acts for. */
function isOfOther({ query: { como } }: FastifyRequest<Asked>, company: string): boolean {
  return typeof como === 'string' && accountOf(como) !== accountOf(company)
}

function endedStream(): LiveStream {
  const stream = liveStream(() => undefined)
  stream.end('company')
  return stream
}

/** @throws PageProblem `malformed` */
function wantedIn({ query, headers }: FastifyRequest<Asked>, isPosition: (text: string) => boolean): Wanted {
  const { carta: note, version } = query
  if (typeof note === 'string' && typeof version === 'string') {
    if (!isUuid(note) || !/^\d{1,9}$/.test(version)) throw new PageProblem('malformed')
    return { note, version: Number(version) }
  }
  // A browser whose stream broke says itself how far it was told.
  const after = headers['last-event-id'] ?? query.desde
  if (typeof after !== 'string' || !isPosition(after)) throw new PageProblem('malformed')
  return { after }
}
