import { LARGEST_IMAGE, LARGEST_TOGETHER } from '@ecmr/ocr'
import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendToLogin } from '../../../plugins/access.js'
import type { ChoosePage } from './choose.js'

/** Pictures stand in memory as a whole until they are read; more than one large one takes two places. */
const MOST_AT_ONCE = { total: 8, perClient: 4 } as const
/** Some room for the other parts of the form. */
const ROOM = 16 * 1024

/** Of the whole process, whichever page they come by. */
const pictures = concurrentBodies(MOST_AT_ONCE)

/**
 * Admits so many forms with pictures at once, and none that is too large or of a visitor who is not logged in, before any
 * of it is taken.
 *
 * @param largest bytes of all files together
 */
export function roomForPictures({ refuse }: Pick<ChoosePage, 'refuse'>, largest = LARGEST_TOGETHER) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { signedIn } = request.visitor
    if (signedIn === undefined) return sendToLogin(request, reply)
    const bytes = Number(request.headers['content-length'] ?? largest)
    if (bytes > largest + ROOM) return refuse(request, reply, { fault: { code: 'too_large_together' } })
    const places = bytes > LARGEST_IMAGE + ROOM ? 2 : 1
    if (pictures.enter(reply.raw, signedIn.company.id, places)) return undefined
    return refuse(request, reply, { fault: { code: 'too_many_at_once', retryAfterSeconds: 5 } })
  }
}
