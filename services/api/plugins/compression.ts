import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import type { ApiServer } from '../api-server.js'

/** Documents, pictures and archives are compressed already. */
const COMPRESSIBLE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/(?:csv|html|css|javascript))(?:\s*;|$)/

/** A smaller answer fits into one packet as it is. */
const SMALLEST_BYTES = 1_024
/** A larger answer is compressed by zlib's threads, and not by the one that answers everyone. */
const LARGEST_AT_ONCE_BYTES = 16_384

/**
 * Compresses what is read, for clients that say so; each compressed answer has an entity tag of its own. Answers to commands are
 * left as they are: some of them show a secret once.
 */
export function compressAnswers(app: ApiServer): void {
  app.addHook('onRoute', (route) => {
    if (!isRead(route)) route.compress = false
  })
  app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: COMPRESSIBLE,
    threshold: SMALLEST_BYTES,
    syncThreshold: LARGEST_AT_ONCE_BYTES,
    // The defaults of Brotli take megabytes for each answer, and its best quality seconds.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
    // A small body could become a huge one; bodies of requests are taken as they are.
    globalDecompression: false,
  })
  app.after(() => {
    app.addHook('onRoute', (route) => {
      if (isRead(route)) route.onSend = [...[route.onSend ?? []].flat(), nameRepresentation]
    })
  })
}

function isRead({ method }: RouteOptions): boolean {
  return [method].flat().every((each) => each === 'GET' || each === 'HEAD')
}

/** After compression: caches learn that the answer depends on what the client takes, and that its bytes are others. */
const nameRepresentation: onSendHookHandler = (
  _request: FastifyRequest,
  reply: FastifyReply,
  payload,
  done,
) => {
  if (COMPRESSIBLE.test(textOf(reply.getHeader('content-type')))) varyByEncoding(reply)
  const encoding = reply.getHeader('content-encoding')
  const etag = textOf(reply.getHeader('etag'))
  if (typeof encoding === 'string' && etag.startsWith('"') && !etag.endsWith(`-${encoding}"`))
    reply.header('etag', `${etag.slice(0, -1)}-${encoding}"`)
  done(null, payload)
}

function varyByEncoding(reply: FastifyReply): void {
  const varies = textOf(reply.getHeader('vary'))
  if (!/accept-encoding/i.test(varies))
    reply.header('vary', varies === '' ? 'accept-encoding' : `${varies}, accept-encoding`)
}

function textOf(header: number | string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
