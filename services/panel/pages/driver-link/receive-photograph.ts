import { Readable } from 'node:stream'
import { deviceWay, linkHash, type OpenedDriverLink, photographByLink } from '@ecmr/application'
import { driverPhotographQuery } from '@ecmr/contract'
import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { meets } from '../../forms/form.js'
import { PageProblem } from '../../problems/page-problem.js'
import { type DriverAnswer, driverAnswer } from './answers.js'

/** In bytes; the page makes them smaller before it keeps them. */
const LARGEST_PHOTOGRAPH = 2 * 1024 * 1024
/** Photographs that come in at once. */
const uploads = concurrentBodies({ total: 16, perClient: 4 })

/**
 * Takes a photograph off a request and adds it to the note.
 *
 * @throws PageProblem when it is none, or too large, or too many come at once
 */
export async function receivePhotograph(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, secret }: { readonly link: OpenedDriverLink; readonly secret: string },
): Promise<DriverAnswer> {
  const { query, body } = request
  const bytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (!meets(driverPhotographQuery, query) || !(body instanceof Readable) || !(bytes > 0))
    throw new PageProblem('malformed')
  if (bytes > LARGEST_PHOTOGRAPH) throw new PageProblem('too_large')
  const { pool } = context
  // Nothing is taken in from a telephone that nobody knows.
  if ((await deviceWay(pool, link.invitation.invitation_id, linkHash(secret))) === undefined)
    return driverAnswer({ outcome: 'unknown_device' }, link.note)
  if (!uploads.enter(reply.raw, link.note.company_id))
    throw new PageProblem('rate_limited', { 'retry-after': '5' })
  const received = await context.uploads.receive(body)
  if (!received.ok) throw new PageProblem(received.fault === 'empty' ? 'malformed' : 'too_large')
  const { file } = received
  try {
    const by = { ...query, secret, file, correlationId: request.id }
    const added = await photographByLink(context, link, by)
    return driverAnswer(added, link.note)
  } finally {
    await file.discard()
  }
}
