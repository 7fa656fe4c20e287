import { type Language, languages } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The language of an answer by Accept-Language; Spanish unless English is preferred. */
export function languageOf(request: FastifyRequest): Language {
  if (request.headers['accept-language'] === undefined) return 'es'
  return new Negotiator(request.raw).language([...languages]) === 'en' ? 'en' : 'es'
}
