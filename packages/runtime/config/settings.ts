import {
  type StaticDecode,
  type TOptional,
  type TSchema,
  type TString,
  type TTransform,
  Type,
} from '@sinclair/typebox'
import { duration } from './values/duration.js'
import { eventStoreUrl } from './values/event-store-url.js'
import { geminiUrl } from './values/gemini-url.js'
import { headerFields } from './values/header-fields.js'
import { items } from './values/items.js'
import { mailFrom } from './values/mail-from.js'
import { natsUrl } from './values/nats-url.js'
import { network } from './values/network.js'
import { objectsPlace } from './values/objects-place.js'
import { origin } from './values/origin.js'
import { s3Endpoint } from './values/s3-endpoint.js'
import { smtpUrl } from './values/smtp-url.js'
import { supportContact } from './values/support-contact.js'
import { urlWith } from './values/url.js'
import { webOrigin } from './values/web-origin.js'
import { webPage } from './values/web-page.js'
import { wholeNumber } from './values/whole-number.js'
import { witness } from './values/witness.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Every environment variable: what it means, what an operator may write, how it is read, and what applies when it is not set.
 * `.env.example` is made from this table and a test holds the two together. `parseConfig` fills in the defaults, since some
 * depend on others.
 */
export const SETTINGS = Type.Object({
  HOST: setting({
    about: 'Where to listen',
    allowed: 'an address or host name to listen on, such as 127.0.0.1',
    unset: '127.0.0.1',
    read: hostName,
  }),
  PORT: setting({
    about: 'Port; projector, relay, notifier, mcp, panel and documents default to 8081 to 8086',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    unset: '8080',
    read: (text) => wholeNumber(text, { from: 0, to: 65_535 }),
  }),
  METRICS_HOST: setting({
    about: 'Where to serve /metrics',
    allowed: 'an address or host name to listen on, such as 127.0.0.1',
    unset: '127.0.0.1',
    read: hostName,
  }),
  METRICS_PORT: setting({
    about: 'Port of /metrics; default: PORT + 1000; off: metrics are not served',
    allowed: 'off, or a whole number from 0 to 65535 (0 takes any free port)',
    unset: '9080',
    read: (text) => (text === 'off' ? ('off' as const) : wholeNumber(text, { from: 0, to: 65_535 })),
  }),
  SITE_URL: setting({
    about: 'Public origin; every URL that is printed or sent starts with it',
    allowed: 'an http or https origin without a path, such as https://notes.example.com',
    unset: 'http://localhost:8080',
    read: origin,
  }),
  DATA_DIR: setting({
    about: 'Directory of the embedded PostgreSQL, of generated secrets and of documents',
    allowed: 'the path of a directory',
    unset: './.data',
    read: (text) => matching(/^[^\0]+$/, text),
  }),
  DATABASE_URL: secret({
    about:
      'Your PostgreSQL, 14 or newer; its user must be able to create pg_trgm and btree_gin. Default: the embedded one',
    allowed: 'a URL such as postgres://user:password@host:5432/database',
    read: (text) => urlWith(['postgres:', 'postgresql:'], text),
  }),
  EVENT_STORE: setting({
    about: 'Where the event log is stored',
    allowed: 'postgres or eventstoredb',
    unset: 'postgres',
    read: (text) => oneOf(['postgres', 'eventstoredb'], text),
  }),
  EVENTSTOREDB_URL: secret({
    about: 'EventStoreDB; several hosts are separated by commas, esdb+discover:// works too',
    allowed: 'a connection string of EventStoreDB, such as esdb://user:password@host:2113?tls=true',
    read: eventStoreUrl,
  }),
  NATS_URL: secret({
    about: 'NATS servers of one cluster, tls:// with encryption. Default: events stay in the process',
    allowed: 'one or more URLs such as nats://user:password@host:4222, separated by commas',
    read: (text) => items(text, natsUrl),
  }),
  STORAGE: setting({
    about: 'Where issued documents are kept: in DATA_DIR/objects, or in a bucket of an S3 server',
    allowed: 'local or s3',
    unset: 'local',
    read: (text) => oneOf(['local', 's3'], text),
  }),
  S3_ENDPOINT: setting({
    about: 'Address of the S3 server, without the bucket',
    allowed:
      'an https origin such as https://s3.eu-west-1.amazonaws.com, or an http one of this machine or a private network',
    read: s3Endpoint,
  }),
  S3_BUCKET: setting({
    about: 'Bucket for the documents; it must exist',
    allowed: 'the name of a bucket: 3 to 63 letters, digits, dots, hyphens and underscores',
    read: (text) => matching(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, text),
  }),
  S3_REGION: setting({
    about: 'Region of the bucket; most servers that are not Amazon’s take the default, some take auto',
    allowed: 'the name of a region, such as eu-west-1',
    unset: 'us-east-1',
    read: (text) => matching(/^[\w-]{1,63}$/, text),
  }),
  S3_ACCESS_KEY: secret({
    about: 'Access key of the bucket; it must be allowed to list it and to get, put and delete its objects',
    allowed: 'an access key of the S3 server',
    read: (text) => matching(/^[\x21-\x7e]+$/, text),
  }),
  S3_SECRET_KEY: secret({
    about: 'Secret key that belongs to S3_ACCESS_KEY',
    allowed: 'a secret key of the S3 server',
    read: (text) => matching(/^[\x21-\x7e]+$/, text),
  }),
  DOCUMENT_SEAL_FILE: setting({
    about:
      'Certificate and key that seal issued documents (PAdES), as a PKCS#12 file. Default: none is sealed',
    allowed: 'the path of a .p12 or .pfx file',
    read: (text) => matching(/^[^\0]+$/, text),
  }),
  DOCUMENT_SEAL_PASSWORD: secret({
    about: 'Opens DOCUMENT_SEAL_FILE',
    allowed: 'the password of that file',
    read: (text) => matching(/^[^\0]+$/, text),
  }),
  TSA_URL: setting({
    about:
      'Time stamp authority (RFC 3161): proves when documents were sealed, and once a day what the log held. Default: none',
    allowed: 'an http or https URL without a password, such as https://tsa.example.com/rfc3161',
    read: webPage,
  }),
  EVIDENCE_KEY_FILE: setting({
    about:
      'Ed25519 key (PKCS#8, PEM) that signs checkpoints of the event log. Generated into DATA_DIR; with DATABASE_URL unset means no evidence',
    allowed: 'the path of a PEM file',
    read: (text) => matching(/^[^\0]+$/, text),
  }),
  EVIDENCE_CHECKPOINTS: setting({
    about:
      'Where checkpoints of the event log are kept outside the database; s3:// uses S3_ENDPOINT and its keys. Default: nowhere',
    allowed: 'the path of a directory, or a place in a bucket such as s3://bucket/prefix',
    read: objectsPlace,
  }),
  EVIDENCE_WITNESSES: setting({
    about: 'Witnesses that cosign each checkpoint (C2SP tlog-witness), each with its key',
    allowed:
      'none, or pairs of a URL and a verifier key with a space in between, separated by commas, such as https://witness.example.com witness.example.com+1a2b3c4d+BAEC…',
    unset: 'none',
    read: (text) => (text === 'none' ? [] : items(text, witness)),
  }),
  BACKUP_TO: setting({
    about:
      'Where npm start keeps backups, which it then makes by itself; s3:// uses S3_ENDPOINT and its keys. Default: none are made',
    allowed: 'the path of a directory, or a place in a bucket such as s3://bucket/prefix',
    read: objectsPlace,
  }),
  BACKUP_EVERY: setting({
    about: 'Time between two backups; 7 daily, 4 weekly and 12 monthly ones are kept',
    allowed: 'a time from 1m to 30d, such as 24h',
    unset: '24h',
    read: (text) => atLeast(60_000, duration(text)),
  }),
  BACKUP_KEY: secret({
    about:
      'Encrypts backups; without it they cannot be read: keep it elsewhere. Default: they are not encrypted, but for personal data in the event log',
    allowed: 'a random text of at least 20 characters, such as openssl rand -base64 32 prints',
    read: (text) => matching(/^.{20,}$/, text),
  }),
  GEMINI_API_KEY: secret({
    about: 'Key of a Gemini project; pictures are then sent to Google',
    allowed: 'none, or the key of a Gemini project',
    unset: 'none',
    read: (text) => (text === 'none' ? undefined : matching(/^[\x21-\x7e]+$/, text)),
  }),
  GEMINI_MODEL: setting({
    about: 'Which Gemini model reads',
    allowed: 'the name of a Gemini model, such as gemini-flash-latest',
    unset: 'gemini-flash-latest',
    read: (text) => matching(/^[\w.-]+$/, text),
  }),
  GEMINI_BASE_URL: setting({
    about: 'Another server with the interface of Gemini. Default: Google',
    allowed:
      'an https URL such as https://gemini.example.com, or an http one of this machine or a private address',
    read: geminiUrl,
  }),
  OCR_ENGINE: setting({
    about:
      'Which engine reads documents; default: gemini when GEMINI_API_KEY is set, else tesseract (offline)',
    allowed: 'gemini or tesseract',
    unset: 'tesseract',
    read: (text) => oneOf(['gemini', 'tesseract'], text),
  }),
  OCR_PROCESSES: setting({
    about:
      'Pages read in parallel by each process; each takes a core and 400 to 600 MB. Default: cores, at most 2',
    allowed: 'a whole number from 1 to 16',
    unset: '2',
    read: (text) => wholeNumber(text, { from: 1, to: 16 }),
  }),
  OCR_READER_SOCKET: setting({
    about: 'Unix socket of a separate reader (npm run start:reader). Default: processes of the service read',
    allowed: 'the path of a Unix socket',
    read: (text) => matching(/^\/[^\0]{1,100}$/, text),
  }),
  SECRET_KEY: secret({
    about:
      'Encrypts personal data in the event log and webhook secrets, seals forms and makes signing links; the same for every process. Without it they are lost: keep it with your backups. Generated into DATA_DIR; required with DATABASE_URL',
    allowed: 'a random text of at least 32 characters that never changes',
    read: (text) => matching(/^.{32,}$/, text),
  }),
  SMTP_URL: secret({
    about: 'Mail server for confirming registrations, resetting passwords, and sending documents and notices',
    allowed: 'none, or a URL such as smtp://user:password@host:587 or smtps://host',
    unset: 'none',
    read: (text) => (text === 'none' ? undefined : smtpUrl(text)),
  }),
  MAIL_FROM: setting({
    about: 'Sender of mail; required with SMTP_URL',
    allowed: 'an address such as notes@example.com, or Notes <notes@example.com>',
    read: mailFrom,
  }),
  SUPPORT_CONTACT: setting({
    about:
      'Whom people ask for help, such as for a new password when no mail is sent. Default: pages name the operator only',
    allowed:
      'an email address, Support <support@example.com>, a telephone number, an http or https URL, or a text of up to 200 characters',
    read: supportContact,
  }),
  LEGAL_NOTICE_URL: setting({
    about: 'Legal notice of the operator, linked on every page. Default: no link',
    allowed: 'an http or https URL without a password, such as https://example.com/legal',
    read: webPage,
  }),
  PRIVACY_POLICY_URL: setting({
    about: 'Privacy policy of the operator, linked on every page. Default: no link',
    allowed: 'an http or https URL without a password, such as https://example.com/privacy',
    read: webPage,
  }),
  WEBHOOK_ALLOWED_NETWORKS: setting({
    about:
      'Private networks that webhooks may reach. Default: loopback with the embedded database on loopback, else none',
    allowed: 'none, or networks separated by commas, such as 10.0.0.0/8,192.168.1.7',
    unset: 'none',
    read: (text) => (text === 'none' ? [] : items(text, network)),
  }),
  WEBHOOK_RETRY_SCHEDULE: setting({
    about: 'Pauses before the attempts of a delivery',
    allowed: 'times up to 30d separated by commas, such as 0s,5s,0.5h',
    unset: '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h',
    read: (text) => items(text, duration),
  }),
  MCP_ALLOWED_ORIGINS: setting({
    about: 'Origins of web pages elsewhere that may call /mcp',
    allowed: 'none, or http or https origins separated by commas, such as https://assistant.example.com',
    unset: 'none',
    read: (text) => (text === 'none' ? [] : items(text, webOrigin)),
  }),
  MCP_CLIENT_DOCUMENTS: setting({
    about:
      'Whether assistants may identify themselves by a document on the internet, which the panel fetches; otherwise they register',
    allowed: 'on or off',
    unset: 'on',
    read: (text) => oneOf(['on', 'off'], text) === 'on',
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    about: 'Requests per API key, per person in the panel and per assistant; each process counts for itself',
    allowed: 'a whole number from 1',
    unset: '600',
    read: requestsPerMinute,
  }),
  COMPANY_RATE_LIMIT_PER_MINUTE: setting({
    about:
      'Requests of all keys of a company; the same for its people and its assistants. Default: 5 × RATE_LIMIT_PER_MINUTE',
    allowed: 'a whole number from 1',
    unset: '3000',
    read: requestsPerMinute,
  }),
  PUBLIC_RATE_LIMIT_PER_MINUTE: setting({
    about:
      'Requests per network (an IPv4 address, an IPv6 /64) on public routes and pages; in the panel, tracking and accounts count separately',
    allowed: 'a whole number from 1',
    unset: '60',
    read: requestsPerMinute,
  }),
  LOG_LEVEL: setting({
    about: 'What is logged',
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    unset: 'info',
    read: (text) => oneOf(LOG_LEVELS, text),
  }),
  LOG_FORMAT: setting({
    about:
      'How lines of the log look: JSON for programs, pretty for people. Default: pretty at a terminal, else json',
    allowed: 'json or pretty',
    unset: 'json',
    read: (text) => oneOf(['json', 'pretty'], text),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    about: 'Where traces are sent by OTLP over HTTP; /v1/traces is added to it. Default: nothing is traced',
    allowed: 'an http or https URL without a password, such as http://127.0.0.1:4318',
    read: webPage,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: secret({
    about: 'Headers that the receiver of traces asks for',
    allowed:
      'names and values separated by commas, such as authorization=Bearer%20abc; values are percent-encoded',
    read: headerFields,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    about:
      'Share of requests that is traced, by their trace id; what follows from a traced request is traced',
    allowed: 'a number from 0 to 1, such as 0.1',
    unset: '1',
    read: share,
  }),
  TRUST_PROXY: setting({
    about: 'Reverse proxies in front, whose X-Forwarded-For is trusted: their number or their networks',
    allowed: 'off, how many proxies are in front, such as 1, or their networks',
    unset: 'off',
    read: trustedProxies,
  }),
})

/** The settings as given, each read into its type; those that are not set are absent. */
export type Given = StaticDecode<typeof SETTINGS>

type Setting<Value> = TOptional<TTransform<TString, Value>>

interface SettingDescription<Value> {
  readonly about: string
  readonly allowed: string
  /** what applies when it is not set, in most installations; absent: nothing that could be written */
  readonly unset?: string
  readonly read: (text: string) => Value
}

function setting<Value>(
  { read, allowed, ...rest }: SettingDescription<Value>,
  secret = false,
): Setting<Value> {
  return Type.Optional(
    Type.Transform(Type.String({ description: allowed, ...rest, secret }))
      .Decode(read)
      .Encode(String),
  )
}

/** A setting whose value is never repeated in a message, and may be read from a file. */
function secret<Value>(description: SettingDescription<Value>): Setting<Value> {
  return setting(description, true)
}

/** Whether a setting's value must never be shown. */
export function isSecret(schema: TSchema): boolean {
  return schema.secret === true
}

function hostName(text: string): string {
  return matching(/^[A-Za-z0-9.:_-]{1,253}$/, text)
}

function matching(pattern: RegExp, text: string): string {
  if (!pattern.test(text)) throw new RangeError(text)
  return text
}

function oneOf<const Choice extends string>(choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((known) => known === text)
  if (choice === undefined) throw new RangeError(text)
  return choice
}

function atLeast(least: number, number: number): number {
  if (number < least) throw new RangeError(String(number))
  return number
}

function trustedProxies(text: string): false | number | readonly string[] {
  if (text === 'off') return false
  if (/^\d+$/.test(text)) return wholeNumber(text, { from: 1, to: 10 })
  return items(text, network)
}

function share(text: string): number {
  return Number(matching(/^(0|1|0?\.\d{1,9}|1\.0+)$/, text))
}

function requestsPerMinute(text: string): number {
  return wholeNumber(text, { from: 1, to: 1_000_000_000 })
}
