import { DOCUMENTS_ROLE, linkRights } from '@ecmr/document-links'
import { openPool, poolMetrics, requireTables, SERVING } from '@ecmr/postgres'
import { servingRights } from '@ecmr/read-models'
import { atPort, claimAddress, drain, prepare, runService } from '@ecmr/runtime'
import { openObjectStorage, storageMetrics } from '@ecmr/storage'
import { openDocuments } from './open-documents.js'

/** How long it still listens when it stops, not being ready any more. */
const NOTICE_MS = 1_000

/**
 * What officers fetch documents from, as a process of its own: links and read models ← PostgreSQL, bytes ← storage. It answers
 * while everything else is down. Any number may run. It listens as soon as it has looked for the tables, which others make.
 */
await runService(
  { name: 'documents', port: 8086, needs: ['databaseUrl'], sealsNothing: true },
  async (service) => {
    const { registry, log, shutdownSignal, closeWith } = service
    const config = atPort(service.config, await claimAddress(service.config))
    const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
    const url = config.databaseUrl
    const pool = openPool({ url, max: 8, name: 'documents', ...SERVING, role: DOCUMENTS_ROLE, onError })
    closeWith(() => pool.end())
    poolMetrics(registry)
    const tables = prepare({
      what: 'The tables in PostgreSQL',
      action: () => requireTables(pool, DOCUMENTS_ROLE, [...linkRights, ...servingRights]),
      signal: shutdownSignal,
    })
    const storage = openObjectStorage(config.storage, { log, observe: storageMetrics(registry) })
    const documents = await openDocuments(service, { config, pool, storage, tables })
    closeWith(() => drain(documents, { noticeMs: NOTICE_MS }))
    // Requests to a service that has everything it needs must not get the answer to try again later.
    await tables.tried
    await documents.listen({ host: config.host, port: config.port })
    await tables.done
  },
)
