import type { FastifyReply, FastifyRequest } from 'fastify'
import { flashes } from '../texts/flashes.js'
import type { Cookies } from './cookies.js'

/** What may be said on the next page; the cookie holds the code and never the sentence. */
export type FlashCode = keyof typeof flashes.es

/** The sentence that is due, once. */
export function takeFlash(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Cookies,
): string | undefined {
  const code = cookies.read(request, 'flash')
  if (code === undefined) return undefined
  cookies.clear(reply, 'flash')
  const sentences: Readonly<Record<string, string>> = flashes[request.visitor.language]
  return Object.hasOwn(sentences, code) ? sentences[code] : undefined
}
