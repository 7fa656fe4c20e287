import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers with an archive as it is read; to HEAD with what is known of it. */
export function sendArchive(
  reply: FastifyReply,
  archive: { readonly fileName: string; readonly size: number; bytes(): Readable },
): FastifyReply {
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${archive.fileName}"`)
    .header('content-length', archive.size)
    .send(reply.request.method === 'HEAD' ? Readable.from([]) : archive.bytes())
}
