import { LARGEST_IMAGE } from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendToLogin } from '../../../plugins/access.js'
import type { ChoosePage } from './choose-page.js'
import type { PaperFault } from './paper-faults.js'

/** Pictures stand in memory as a whole until they are read. */
const MOST_AT_ONCE = 8
const MOST_OF_A_COMPANY = 4
/** Some room for the other parts of the form. */
const LARGEST_FORM = LARGEST_IMAGE + 16 * 1024

/**
 * Lets in so many forms with pictures at once, and none that is too large or of somebody who is not logged in, before any of it is
 * taken.
 */
export function roomForPictures({ refuse }: ChoosePage) {
  const held = new Map<string, number>()

  function refusalOf({ headers }: FastifyRequest, company: string): PaperFault | undefined {
    if (Number(headers['content-length'] ?? 0) > LARGEST_FORM) return { code: 'too_large' }
    const all = [...held.values()].reduce((sum, count) => sum + count, 0)
    const isFull = all >= MOST_AT_ONCE || (held.get(company) ?? 0) >= MOST_OF_A_COMPANY
    return isFull ? { code: 'too_many_at_once', retryAfterSeconds: 5 } : undefined
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { signedIn } = request.visitor
    if (signedIn === undefined) return sendToLogin(request, reply)
    const { id } = signedIn.company
    const fault = refusalOf(request, id)
    if (fault !== undefined) return refuse(request, reply, fault)
    held.set(id, (held.get(id) ?? 0) + 1)
    reply.raw.once('close', () => {
      const others = (held.get(id) ?? 1) - 1
      if (others > 0) held.set(id, others)
      else held.delete(id)
    })
    return undefined
  }
}
