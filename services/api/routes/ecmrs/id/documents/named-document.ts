import { readNote } from '@ecmr/application'
import type { IssuedDocument, Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../../context.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf, notInNote } from '../../../../problems/from-outcome.js'
import { versionNumber } from './document-params.js'

/** The company's note that a path names. Throws a Problem when there is none. */
export async function namedNote(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  named: { readonly id: string; readonly asOf?: string },
) {
  const reads = freshReadsOf(context, request, reply)
  const { id, ...asOf } = named
  const read = foundOf(await readNote({ ...context, reads }, request.caller.company, id, asOf))
  if (!read.behind) reply.header('x-position', read.events.at(-1)?.position)
  return read
}

/** The company's note and the issued version that a path names. Throws a Problem when there is none. */
export async function namedDocument(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string; n: string } }>,
  reply: FastifyReply,
  asOf: { readonly asOf?: string } = {},
): Promise<{ readonly note: Note; readonly document: IssuedDocument; readonly n: number }> {
  const { id, n: text } = request.params
  const found = await namedNote(context, request, reply, { id, ...asOf })
  const { note } = found
  const n = versionNumber(text)
  const document = note.documents[n - 1]
  if (!document) throw notInNote(found)
  return { note, document, n }
}
