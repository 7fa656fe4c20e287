import { type Language, languages } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The language of an answer by Accept-Language; Spanish unless English is preferred. */
export function preferredLanguage({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): Language {
  if (headers['accept-language'] === undefined) return 'es'
  return new Negotiator(raw).language([...languages]) === 'en' ? 'en' : 'es'
}
