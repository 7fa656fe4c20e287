import { type ExpensiveReads, expensiveReads, readTurn } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { largeNotes } from '../costs/large-notes.js'
import { Problem } from '../problems/problem.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** of an expensive read: where the bytes of its answer are counted */
    readTurn: { answered(bytes: number): void } | undefined
  }

  interface FastifyContextConfig {
    /**
     * it may read very much, or does when such a query asks for it: a company has only so many of these under way. `file`: what it
     * answers is sent as it is stored
     */
    expensive?: true | 'file' | ((query: unknown) => boolean)
  }
}

/** A file is sent with that much less work than what is put together from events. */
const FILE_SHARE = 1 / 8

/**
 * Bounds what each company's expensive reads cost: how many are under way at once, and how many bytes they answer in the
 * long run. What has to do with a note that is known to be large is expensive, too.
 */
export function limitExpensiveReads(app: ApiServer, reads: ExpensiveReads = expensiveReads()): void {
  const large = largeNotes()
  app.decorateRequest('readTurn', undefined)
  app.addHook('preHandler', (request, reply, done) => {
    const note = noteOf(request)
    const isLarge = note !== undefined && large.has(request.caller.company, note)
    if (isLarge || isExpensive(request)) takeTurn(request, reply).then(() => done(), done)
    else done()
  })

  async function takeTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const turn = await readTurn(reads, request.caller.company, reply)
    if (!turn.ok) throw tooManyReads(turn.retryAfterSeconds)
    request.readTurn = turn
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    const bytes = isWhole ? payload.length : Number(reply.getHeader('content-length') ?? 0)
    const share = request.routeOptions.config.expensive === 'file' ? FILE_SHARE : 1
    request.readTurn?.answered(bytes * share)
    const note = noteOf(request)
    if (note !== undefined && bytes > 0 && reply.statusCode < 300)
      large.shown(request.caller.company, note, bytes)
    done(null, payload)
  })
}

function isExpensive({ routeOptions, query }: FastifyRequest): boolean {
  const { expensive } = routeOptions.config
  return typeof expensive === 'function' ? expensive(query) : expensive !== undefined
}

/** The note that an address names, as it names it. Its history, which has pages, and its files are expensive in any case. */
function noteOf({ routeOptions: { url, config }, params }: FastifyRequest): string | undefined {
  const isAlwaysExpensive = config.expensive === true || config.expensive === 'file'
  if (!url?.startsWith('/api/ecmrs/:id') || isAlwaysExpensive) return undefined
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : undefined
}

function tooManyReads(seconds: number): Problem {
  const detail = `Your company has too many expensive reads in progress; try again in ${seconds} s, with fewer requests in parallel.`
  return new Problem('too_many_reads', detail, { headers: { 'retry-after': String(seconds) } })
}
