import { attachmentLimits } from '@ecmr/domain'
import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTooLarge } from '../../../../problems/body-too-large.js'
import { Problem } from '../../../../problems/problem.js'

/** Some room for the other parts of the form. */
const ROOM = 64 * 1024
export const LARGEST_UPLOAD = attachmentLimits.bytes + ROOM

/** Files that come in at once, of which little is in memory; of one company so many that others find room. */
const MOST_AT_ONCE = { total: 16, perClient: 8 } as const
const RETRY_AFTER_S = 2

/** Lets files in while there is room for them. Asked before anything of a body is read. */
export function admitUploads(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const uploads = concurrentBodies(MOST_AT_ONCE)
  return async (request, reply) => {
    const bytes = Number(request.headers['content-length'] ?? 0)
    if (bytes > LARGEST_UPLOAD) throw bodyTooLarge(LARGEST_UPLOAD)
    if (!uploads.enter(reply.raw, request.caller.company)) throw tooManyUploads()
  }
}

function tooManyUploads(): Problem {
  const detail = `Too many files are being sent at once, and this one was not taken; send it again in ${RETRY_AFTER_S} s.`
  return new Problem('too_many_uploads', detail, { headers: { 'retry-after': String(RETRY_AFTER_S) } })
}
