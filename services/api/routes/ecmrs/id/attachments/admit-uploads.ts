import { attachmentLimits } from '@ecmr/domain'
import { UPLOAD_RETRY_S, uploadsAtOnce } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTooLarge } from '../../../../problems/body-too-large.js'
import { Problem } from '../../../../problems/problem.js'

/** Some room for the other parts of the form. */
const ROOM = 64 * 1024
export const LARGEST_UPLOAD = attachmentLimits.bytes + ROOM

/** Lets files in while there is room for them. Asked before anything of a body is read. */
export async function admitUploads(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? 0)
  if (bytes > LARGEST_UPLOAD) throw bodyTooLarge(LARGEST_UPLOAD)
  if (!uploadsAtOnce.enter(reply.raw, request.caller.company)) throw tooManyUploads()
}

function tooManyUploads(): Problem {
  const detail = `Too many files are being sent at once, and this one was not taken; send it again in ${UPLOAD_RETRY_S} s.`
  return new Problem('too_many_uploads', detail, { headers: { 'retry-after': String(UPLOAD_RETRY_S) } })
}
