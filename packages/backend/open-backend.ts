import {
  keepAuditTrail,
  keepNotices,
  type StorageGuard,
  storageGuard,
  unsubscribeTokens,
} from '@ecmr/accounts'
import {
  type CommandHandler,
  commandHandler,
  type DocumentFiles,
  eraseAgain,
  type InvitationSecrets,
  idempotency,
  invitationSecrets,
  keepAttachments,
  keepDocumentsCurrent,
  keepErasures,
  type NumberPool,
  numberPool,
} from '@ecmr/application'
import { openUploads, type Uploads } from '@ecmr/attachments'
import { recordingMetrics, recordReads } from '@ecmr/document-links'
import {
  assertLogLocation,
  type CheckedClock,
  checkedClock,
  clockMetrics,
  type EventStore,
  type LogReading,
  logReading,
  openEventStore,
  postgresClock,
  watchedWrites,
  writeMetrics,
} from '@ecmr/event-store'
import { type Evidence, openEvidence, openKey, sealAsLeader, sealingMetrics } from '@ecmr/evidence'
import { type Mailer, openMailer } from '@ecmr/mail'
import { type DocumentReader, openDocumentReader, type SignatureShrinker } from '@ecmr/ocr'
import { type Keyring, keyWrap, openedStore, openKeyring } from '@ecmr/personal-data'
import {
  type Listener,
  migrateAll,
  openListener,
  openPool,
  poolMetrics,
  runAsLeader,
  SERVING,
} from '@ecmr/postgres'
import { type ProjectionPositions, projectionPositions } from '@ecmr/projections'
import {
  attachmentMetrics,
  auditMetrics,
  type Config,
  documentMetrics,
  erasureMetrics,
  keptSecrets,
  noticeMetrics,
  openSecretKey,
  ownPorts,
  type Preparation,
  prepare,
  readingMetrics,
  type Service,
  VERSION,
  watchCertificates,
} from '@ecmr/runtime'
import { spoolDirectory, storageMetrics } from '@ecmr/storage'
import type { ExpensiveReads, WebDependencies } from '@ecmr/web'
import {
  addressGuard,
  eraseMessages,
  type FileFetcher,
  fileFetcher,
  type SecretBox,
  secretBox,
  type UrlRules,
} from '@ecmr/webhooks'
import { openDocumentFiles } from './open-document-files.js'

type Pool = ReturnType<typeof openPool>

/** What interfaces that take commands work with, besides what every HTTP service takes. */
export interface CommandDependencies extends WebDependencies {
  /** the event log with personal values in clear; read here, and written through `commands` only */
  readonly store: EventStore
  /** the event log as it is recorded, with personal values sealed: what hashes cover */
  readonly recorded: EventStore
  /** the keys of personal values */
  readonly dataKeys: Keyring
  readonly commands: CommandHandler
  /** the PostgreSQL that holds read models, accounts and idempotency keys */
  readonly pool: Pool
  readonly positions: ProjectionPositions
  readonly numbers: NumberPool
  /** why what a command adds may not be recorded; absent: nothing stands in the way */
  readonly admit?: StorageGuard['admit']
  /** makes and keeps the documents of notes */
  readonly files: DocumentFiles
  /** takes files that people add to notes */
  readonly uploads: Uploads
  /** fetches files from addresses that people name */
  readonly fetchFile: FileFetcher
  /** reads the pictures of documents */
  readonly documents: DocumentReader
  /** makes large pictures of signatures smaller; absent: they are rejected */
  readonly pictures?: SignatureShrinker
  /** sends mail; absent: the operator has set up none */
  readonly mailer?: Mailer
  /** bounds the cost of each company's reads; absent: the service has bounds of its own */
  readonly expensive?: ExpensiveReads
  /** seals the secrets of webhooks, and says where these may lead */
  readonly webhooks: { readonly secrets: SecretBox; readonly urlRules: UrlRules }
  /** makes the secrets of signing links */
  readonly signing: InvitationSecrets
  /** rejects when the event log takes no appends; absent: it does */
  readonly checkWrites?: () => Promise<void>
  /** the present, as events are stamped; the process's clock unless given */
  readonly clock?: () => Date
  /** proofs over the event log; absent: no key is set up for them */
  readonly evidence?: Evidence
  /** whether the clock that stamps events can be trusted; absent: it can */
  readonly clockCheck?: Pick<CheckedClock, 'problem' | 'warning'>
}

/** Everything that a process which takes commands has opened. */
export interface Backend {
  readonly interfaces: CommandDependencies & {
    readonly storage: ReturnType<typeof storageGuard>
    readonly documents: ReturnType<typeof openDocumentReader>
  }
  readonly pool: Pool
  readonly listener: Listener
  readonly clock: CheckedClock
  readonly reading: LogReading
  readonly secretKey: string
  /** resolves to false when the process stops before the tables exist */
  readonly tables: Preparation['done']
  /** Issues the next versions of documents, in one process at a time, until the signal aborts. */
  keepDocumentsCurrent(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Carries out erasures of personal data, in one process at a time, until the signal aborts. */
  keepErasures(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Looks after the bytes of attachments, in one process at a time, until the signal aborts. */
  keepAttachments(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Mails people the notices that they chose, in one process at a time, until the signal aborts; at once without a mail server. */
  keepNotices(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Seals the event log, in one process at a time, until the signal aborts; at once when no key is set up. */
  sealLog(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Shows until when certificates are valid, until the signal aborts. */
  watchCertificates(signal: AbortSignal): Promise<void>
  /** Carries account changes into the event log until the signal aborts. */
  keepAuditTrail(signal: AbortSignal, pool?: Pool): Promise<void>
  /** Carries who fetched documents into the event log until the signal aborts. */
  recordReads(signal: AbortSignal, pool?: Pool): Promise<void>
}

/**
 * Opens, in the order in which data flows: connections, clock, tables, event log, projections' positions, document readers. Everything
 * is closed in the opposite order when the process stops.
 *
 * @param options.name of the connections in PostgreSQL
 * @param options.migrations create the tables in the background, and are retried; absent: the tables exist
 * @param options.httpsOnly whether webhooks may lead to https addresses only
 */
export async function openBackend(
  service: Pick<Service, 'registry' | 'log' | 'shutdownSignal' | 'closeWith'>,
  options: {
    readonly config: Config
    readonly url: string
    readonly name: string
    readonly connections: number
    readonly migrations?: readonly ((pool: Pool) => Promise<void>)[]
    readonly httpsOnly: boolean
  },
): Promise<Backend> {
  const { registry, log, shutdownSignal, closeWith } = service
  const { config, url, name, migrations } = options
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: options.connections, name, ...SERVING, onError })
  closeWith(() => pool.end())
  poolMetrics(registry)
  const clock = checkedClock({ reference: postgresClock(pool), log, metrics: clockMetrics(registry) })
  closeWith(() => clock.close())
  const home = (db: Pool): Promise<void> => assertLogLocation(db, config.eventStore.kind)
  const reading = logReading({ log, registry })
  const opened = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => opened.close())
  const { store: recorded, check: checkWrites } = watchedWrites(opened, { observe: writeMetrics(registry) })
  const tables =
    migrations &&
    prepare({
      what: 'The tables in PostgreSQL',
      action: async () => {
        await migrateAll(url, [...migrations, home])
        await eraseAgain(pool, recorded)
        await clock.compare()
      },
      signal: shutdownSignal,
    })
  // Where the tables exist already, nothing is served before this is done.
  if (!tables) await eraseAgain(pool, recorded)
  const listener = openListener(url, name)
  closeWith(() => listener.close())
  const secretKey = await openSecretKey(config.secretKey)
  const dataKeys = openKeyring({ pool, wrap: keyWrap(secretKey) })
  const store = openedStore(recorded, dataKeys)
  const positions = projectionPositions({ pool, listener })
  closeWith(() => positions.close())
  const storage = storageGuard({ pool, onError })
  const observe = readingMetrics(registry)
  const documents = openDocumentReader({ ...config.ocr, kept: keptSecrets(config), log, observe })
  closeWith(() => documents.close())
  const mailer = config.mail && openMailer({ ...config.mail, log })
  closeWith(() => mailer?.close())
  const secrets = secretBox(secretKey)
  const counted = documentMetrics(registry)
  const erasures = erasureMetrics(registry)
  const looked = attachmentMetrics(registry)
  const observeFiles = { rendering: counted.rendered, storage: storageMetrics(registry) }
  const opening = openDocumentFiles({ config, box: secrets, log, observe: observeFiles })
  const { files, sealEnds, close: closeFiles } = await opening
  closeWith(closeFiles)
  const uploads = openUploads(spoolDirectory(config.storage))
  closeWith(() => uploads.close())
  const key = await openKey(config)
  const { witnesses } = config.evidence
  const evidence = key && openEvidence({ pool, key, witnesses })
  const guard = addressGuard(config.webhooks.allowedNetworks, ownPorts({ ...config, databaseUrl: url }))
  const urlRules = { guard, httpsOnly: options.httpsOnly }
  const commands = commandHandler({ store: recorded, keys: dataKeys, clock: clock.now, admit: storage.admit })
  const documentCases = {
    ...{ store, commands, files, idempotency: idempotency(pool), siteUrl: config.siteUrl },
    ...{ clock: clock.now, log, metrics: counted },
    ...(evidence && { evidence }),
  }
  return {
    interfaces: {
      store,
      recorded,
      dataKeys,
      commands,
      admit: storage.admit,
      clock: clock.now,
      clockCheck: clock,
      checkWrites,
      ...(evidence && { evidence }),
      storage,
      pool,
      positions,
      numbers: numberPool({ pool }),
      files,
      ...(mailer && { mailer }),
      documents,
      pictures: documents,
      signing: invitationSecrets(secretKey),
      webhooks: { secrets, urlRules },
      uploads,
      fetchFile: fileFetcher({ rules: urlRules }),
      ...(tables && { tables }),
      shutdownSignal,
      siteUrl: config.siteUrl,
      version: VERSION,
      trustProxy: config.trustProxy,
      logger: log,
      metrics: registry,
    },
    pool,
    listener,
    clock,
    reading,
    secretKey,
    tables: tables?.done ?? Promise.resolve(true),
    keepDocumentsCurrent: (signal, from = pool) =>
      runAsLeader({
        ...{ url, name: 'documents', signal },
        work: (leading) => keepDocumentsCurrent({ ...documentCases, pool: from, signal: leading }),
        onError: (error) => log.warn({ err: error }, 'documents are not kept current for a moment'),
      }),
    sealLog: async (signal, from = pool) =>
      key &&
      sealAsLeader({
        ...{ url, pool: from, store: opened, key, evidence: config.evidence, signal, log },
        metrics: sealingMetrics(registry),
      }),
    keepErasures: (signal, from = pool) =>
      runAsLeader({
        ...{ url, name: 'erasures', signal },
        work: (leading) =>
          keepErasures({
            ...{ pool: from, store, recorded, dataKeys, commands, storage: files.storage, log },
            metrics: erasures,
            eraseCopies: (events, categories) => eraseMessages(from, events, categories),
            signal: leading,
          }),
        onError: (error) => log.warn({ err: error }, 'personal data are not erased for a moment'),
      }),
    keepAttachments: (signal, from = pool) =>
      runAsLeader({
        ...{ url, name: 'attachments', signal },
        work: (leading) =>
          keepAttachments({
            ...{ pool: from, store, storage: files.storage, log },
            metrics: looked,
            signal: leading,
          }),
        onError: (error) => log.warn({ err: error }, 'attachments are not looked after for a moment'),
      }),
    keepNotices: async (signal, from = pool) => {
      if (mailer === undefined) return
      const metrics = noticeMetrics(registry)
      await runAsLeader({
        ...{ url, name: 'notices', signal },
        work: (leading) =>
          keepNotices({
            ...{ pool: from, store, mailer, siteUrl: config.siteUrl, clock: clock.now, log, metrics },
            tokens: unsubscribeTokens(secretKey, clock.now),
            signal: leading,
          }),
        onError: (error) => log.warn({ err: error }, 'notices are not mailed for a moment'),
      })
    },
    watchCertificates: (signal) =>
      watchCertificates({ siteUrl: config.siteUrl, sealEnds, registry, signal, log }),
    keepAuditTrail: (signal, from = pool) =>
      keepAuditTrail({
        pool: from,
        store,
        clock: clock.now,
        signal,
        log,
        metrics: auditMetrics(registry),
      }),
    recordReads: (signal, from = pool) =>
      recordReads({
        pool: from,
        store,
        clock: clock.now,
        signal,
        log,
        metrics: recordingMetrics(registry),
      }),
  }
}
