import multipart from '@fastify/multipart'
import { FORM_LIMITS } from '@ecmr/web'
import Negotiator from 'negotiator'
import type { ApiServer } from '../api-server.js'
import { Problem } from '../problems/problem.js'
import { wrongMediaType } from '../problems/wrong-media-type.js'
import { readJson } from '../validation/read-json.js'

// Those who name a charset mean the one that JSON has.
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8']

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Takes bodies as JSON only (415 otherwise), files where a route takes them, and answers JSON only to those who accept it (406 otherwise). */
export function speakJsonOnly(app: ApiServer): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      try {
        // No body at all is for the schema to judge: not every method needs one.
        done(
          null,
          text.length === 0 ? undefined : readJson(String(text), request.routeOptions.config.mostValues),
        )
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  )
  app.register(multipart, { limits: FORM_LIMITS })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { takes } = request.routeOptions.config
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false
    // A request to read has no body, whatever its headers say.
    if (isForm && takes !== 'files' && !READS.has(request.method)) done(wrongMediaType(takes))
    else done(null, payload)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { accept } = request.headers
    if (accept === undefined || accept === '*/*' || accept === 'application/json') return done()
    if (request.routeOptions.config.answers === 'anything') return done()
    if (new Negotiator(request.raw).mediaType(JSON_TYPES) !== undefined) return done()
    done(new Problem('not_acceptable', 'Responses are application/json; allow it in the Accept header.'))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `anything`: not JSON, so the Accept header is not looked at */
    answers?: 'anything'
    /** `files`: a form with a file, too; `text/csv`: a table, and nothing else */
    takes?: 'files' | 'text/csv'
    /** how many values a body may hold, when more than usual */
    mostValues?: number
  }
}
