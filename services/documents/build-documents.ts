import { maxHeaderSize } from 'node:http'
import { isDatabaseAway } from '@ecmr/postgres'
import { sharedLook } from '@ecmr/runtime'
import {
  answerProbes,
  missNamedProxy,
  observeRequests,
  readableUrl,
  refuseUntilReady,
  sendSecurityHeaders,
  serverOptions,
} from '@ecmr/web'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { DocumentUnavailable, documentBytes } from './document-bytes.js'
import type { DocumentsDependencies, DocumentsServer } from './documents-server.js'
import { documentFinder } from './find-document.js'
import { openLimits } from './limits.js'
import { readNoter } from './noted-reads.js'
import { serveDocuments } from './serve-documents.js'
import { answerInWords, answerLater } from './texts.js'

const PROBE = { config: { always: true } } as const
const RETRY_AFTER_SECONDS = 2
const ONE_NETWORK =
  'all who fetch documents seem to come from its network, in what their owners read and in the limits'

/**
 * Builds the service that serves documents at their public addresses; the caller listens, or it shares the port of the REST
 * interface. Closing it lets requests under way finish first.
 */
export async function buildDocuments(dependencies: DocumentsDependencies): Promise<DocumentsServer> {
  const { pool, storage, reads, tables, siteUrl, shutdownSignal, clock = () => new Date() } = dependencies
  const app: DocumentsServer = fastify({
    ...serverOptions(dependencies),
    rewriteUrl: readableUrl,
    // As long as addresses get.
    routerOptions: { maxParamLength: maxHeaderSize },
  })
  const bytes = documentBytes(storage, dependencies.logger)

  app.setErrorHandler(answerErrors)
  // Nothing that is sent to it is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  sendSecurityHeaders(app, siteUrl)
  missNamedProxy(app, dependencies.trustProxy, ONE_NETWORK)
  observeRequests(app, 'documents', dependencies)
  refuseUntilReady(app, tables, () => new DocumentUnavailable('the tables are not there yet'))
  const limits = openLimits(dependencies.limits)
  app.after(() => {
    const look = sharedLook({
      PostgreSQL: () => pool.query('select 1'),
      'The tables': async () => tables?.check(),
      'The storage of documents': () => storage.check(),
    })
    const details = () => ({ unreadable_documents: bytes.unreadable() })
    answerProbes(app, { look, shutdownSignal, details, route: PROBE })
    serveDocuments(app, { find: documentFinder(pool), bytes, limits, note: readNoter(reads, clock) })
  })
  await app.ready()
  return app
}

function answerErrors(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof DocumentUnavailable || isDatabaseAway(error))
    return answerLater(reply, 503, RETRY_AFTER_SECONDS)
  request.log.error({ err: error }, 'a document cannot be served')
  return answerInWords(reply, 500)
}
