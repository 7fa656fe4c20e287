import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Config } from './config.js'
import { documentEngine } from './document-engine.js'
import { evidence } from './evidence.js'
import type { Need } from './needs.js'
import type { Given } from './settings.js'
import { placeOf, s3Server, storages } from './storages.js'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
// Each takes a core, and some 300 MB of memory.
const MOST_OCR_PROCESSES_UNASKED = 2
const REQUESTS_PER_MINUTE = 600
// As many as use theirs up at the same time.
const KEYS_OF_A_COMPANY = 5
const METRICS_DISTANCE = 1_000
const LAST_PORT = 65_535
const RETRY_SCHEDULE = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]

/** What a process uses when its operator sets nothing, and what the operator must set. */
export interface ProcessDefaults<N extends Need = never> {
  readonly port: number
  readonly needs?: readonly N[]
  /** does without SECRET_KEY */
  readonly sealsNothing?: boolean
}

/** The configuration that follows from what was set. */
export function withDefaults(
  given: Given,
  defaults: Pick<ProcessDefaults, 'port'>,
  warnings: readonly string[],
): Omit<Config, 'secretFiles'> {
  const embedded = given.DATABASE_URL === undefined
  const dataDir = resolve(given.DATA_DIR ?? './.data')
  const perKeyPerMinute = given.RATE_LIMIT_PER_MINUTE ?? REQUESTS_PER_MINUTE
  const port = given.PORT ?? defaults.port
  const siteUrl = given.SITE_URL ?? localSite(port)
  const { local, s3 } = storages(given, dataDir)
  return {
    host: given.HOST ?? '127.0.0.1',
    port,
    metrics: metricsAddress(given, port),
    siteUrl,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    eventStore:
      given.EVENT_STORE === 'eventstoredb' && given.EVENTSTOREDB_URL
        ? { kind: 'eventstoredb', url: given.EVENTSTOREDB_URL }
        : { kind: 'postgres' },
    eventStoreDbUrl: given.EVENTSTOREDB_URL,
    storage: (given.STORAGE === 's3' && s3) || local,
    storages: { local, s3 },
    documentSeal: given.DOCUMENT_SEAL_FILE
      ? {
          file: resolve(given.DOCUMENT_SEAL_FILE),
          password: given.DOCUMENT_SEAL_PASSWORD ?? '',
          tsaUrl: given.TSA_URL,
        }
      : undefined,
    evidence: evidence(given, dataDir),
    backup: {
      to: given.BACKUP_TO && placeOf(given.BACKUP_TO, s3Server(given)),
      everyMs: given.BACKUP_EVERY ?? 24 * HOUR,
      key: given.BACKUP_KEY,
    },
    s3Server: s3Server(given),
    natsServers: given.NATS_URL,
    secretKey: given.SECRET_KEY
      ? { kind: 'given', key: given.SECRET_KEY }
      : { kind: 'file', path: resolve(dataDir, 'secret.key') },
    mail: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : undefined,
    operator: {
      support: given.SUPPORT_CONTACT,
      legalNoticeUrl: given.LEGAL_NOTICE_URL,
      privacyPolicyUrl: given.PRIVACY_POLICY_URL,
    },
    webhooks: {
      allowedNetworks: given.WEBHOOK_ALLOWED_NETWORKS ?? (embedded && isLoopback(siteUrl) ? LOOPBACK : []),
      retrySchedule: given.WEBHOOK_RETRY_SCHEDULE ?? RETRY_SCHEDULE,
    },
    ocr: {
      engine: documentEngine(given),
      readerSocket: given.OCR_READER_SOCKET,
      processes: given.OCR_PROCESSES ?? Math.min(availableParallelism(), MOST_OCR_PROCESSES_UNASKED),
    },
    mcp: {
      allowedOrigins: given.MCP_ALLOWED_ORIGINS ?? [],
      clientDocuments: given.MCP_CLIENT_DOCUMENTS ?? true,
    },
    rateLimits: {
      perKeyPerMinute,
      perCompanyPerMinute: given.COMPANY_RATE_LIMIT_PER_MINUTE ?? KEYS_OF_A_COMPANY * perKeyPerMinute,
      publicPerMinute: given.PUBLIC_RATE_LIMIT_PER_MINUTE ?? 60,
    },
    logLevel: given.LOG_LEVEL ?? 'info',
    logFormat: given.LOG_FORMAT ?? 'auto',
    tracing: tracing(given),
    trustProxy: given.TRUST_PROXY ?? false,
    warnings,
  }
}

function tracing(given: Given): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = given
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    share: given.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}

/** Whether a service is for those at its own machine. Others must not reach what listens on that, not even through us. */
function isLoopback(siteUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteUrl).hostname)
}

/** Next to the service's own port, so that several services of one machine do not ask for the same one. */
function metricsAddress({ METRICS_HOST, METRICS_PORT }: Given, port: number): Config['metrics'] {
  if (METRICS_PORT === 'off') return undefined
  const next = port + METRICS_DISTANCE > LAST_PORT ? port - METRICS_DISTANCE : port + METRICS_DISTANCE
  return { host: METRICS_HOST ?? '127.0.0.1', port: METRICS_PORT ?? (port === 0 ? 0 : next) }
}

/** Where the service is found when no address is configured. */
export function localSite(port: number): string {
  return `http://localhost:${port}`
}
