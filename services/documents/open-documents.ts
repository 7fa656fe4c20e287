import { readQueue } from '@ecmr/document-links'
import { type Config, type Service, VERSION } from '@ecmr/runtime'
import { Counter } from 'prom-client'
import { buildDocuments } from './build-documents.js'
import type { DocumentsDependencies, DocumentsServer } from './documents-server.js'

/**
 * The service of a process that serves documents. Who fetched what is written down over the same connections.
 *
 * @param options.tables absent: they exist
 */
export async function openDocuments(
  {
    registry,
    log,
    shutdownSignal,
    closeWith,
  }: Pick<Service, 'registry' | 'log' | 'shutdownSignal' | 'closeWith'>,
  options: Pick<DocumentsDependencies, 'pool' | 'storage' | 'tables'> & { readonly config: Config },
): Promise<DocumentsServer> {
  const { config, pool, storage, tables } = options
  const dropped = new Counter({
    name: 'ecmr_documents_reads_dropped_total',
    help: 'Fetched copies of documents that nobody was able to write down',
    registers: [registry],
  })
  const reads = readQueue({ pool, log, onDropped: (count) => dropped.inc(count) })
  closeWith(() => reads.close())
  return buildDocuments({
    pool,
    storage,
    reads,
    ...(tables && { tables }),
    shutdownSignal,
    siteUrl: config.siteUrl,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics: registry,
  })
}
