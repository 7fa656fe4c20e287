import { type Language, languages } from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

type Asked = Pick<FastifyRequest, 'headers' | 'raw'>

/** The language of an answer by Accept-Language; Spanish unless English is preferred. */
export function preferredLanguage(request: Asked): Language {
  return bestLanguage(request, languages, { unsaid: 'es', otherwise: 'es' })
}

/**
 * The best of some languages by Accept-Language.
 *
 * @param unsaid without that header
 * @param otherwise when it names none of them
 */
export function bestLanguage<Known extends string>(
  { headers, raw }: Asked,
  known: readonly Known[],
  { unsaid, otherwise }: { readonly unsaid: Known; readonly otherwise: Known },
): Known {
  if (headers['accept-language'] === undefined) return unsaid
  const best = new Negotiator(raw).language([...known])
  return known.find((language) => language === best) ?? otherwise
}
