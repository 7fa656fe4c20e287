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
import { items } from './values/items.js'
import { mailFrom } from './values/mail-from.js'
import { natsUrl } from './values/nats-url.js'
import { network } from './values/network.js'
import { origin } from './values/origin.js'
import { smtpUrl } from './values/smtp-url.js'
import { urlWith } from './values/url.js'
import { webOrigin } from './values/web-origin.js'
import { wholeNumber } from './values/whole-number.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Every environment variable of ours: what an operator may write, and how it is read. A variable that is not set has
 * no value here; `parseConfig` fills in the defaults, since some depend on others.
 */
export const SETTINGS = Type.Object({
  HOST: setting('an address or host name to listen on, such as 127.0.0.1', (text) =>
    matching(/^[A-Za-z0-9.:_-]{1,253}$/, text),
  ),
  PORT: setting('a whole number from 0 to 65535 (0 takes any free port)', (text) =>
    wholeNumber(text, { from: 0, to: 65_535 }),
  ),
  METRICS_HOST: setting('an address or host name to listen on, such as 127.0.0.1', (text) =>
    matching(/^[A-Za-z0-9.:_-]{1,253}$/, text),
  ),
  METRICS_PORT: setting('off, or a whole number from 0 to 65535 (0 takes any free port)', (text) =>
    text === 'off' ? ('off' as const) : wholeNumber(text, { from: 0, to: 65_535 }),
  ),
  SITE_URL: setting('an http or https origin without a path, such as https://notes.example.com', origin),
  DATA_DIR: setting('the path of a directory', (text) => matching(/^[^\0]+$/, text)),
  DATABASE_URL: secret('a URL such as postgres://user:password@host:5432/database', (text) =>
    urlWith(['postgres:', 'postgresql:'], text),
  ),
  EVENT_STORE: setting('postgres or eventstoredb', (text) => oneOf(['postgres', 'eventstoredb'], text)),
  EVENTSTOREDB_URL: secret(
    'a connection string of EventStoreDB, such as esdb://user:password@host:2113?tls=true',
    eventStoreUrl,
  ),
  NATS_URL: secret('one or more URLs such as nats://user:password@host:4222, separated by commas', (text) =>
    items(text, natsUrl),
  ),
  GEMINI_API_KEY: secret('none, or the key of a Gemini project', (text) =>
    text === 'none' ? undefined : matching(/^[\x21-\x7e]+$/, text),
  ),
  GEMINI_MODEL: setting('the name of a Gemini model, such as gemini-flash-latest', (text) =>
    matching(/^[\w.-]+$/, text),
  ),
  GEMINI_BASE_URL: setting(
    'an https URL such as https://gemini.example.com, or an http one of this machine or a private address',
    geminiUrl,
  ),
  OCR_ENGINE: setting('gemini or tesseract', (text) => oneOf(['gemini', 'tesseract'], text)),
  OCR_PROCESSES: setting('a whole number from 1 to 16', (text) => wholeNumber(text, { from: 1, to: 16 })),
  OCR_READER_SOCKET: setting('the path of a Unix socket', (text) => matching(/^\/[^\0]{1,100}$/, text)),
  SECRET_KEY: secret('a random text of at least 32 characters that never changes', (text) =>
    matching(/^.{32,}$/, text),
  ),
  SMTP_URL: secret('none, or a URL such as smtp://user:password@host:587 or smtps://host', (text) =>
    text === 'none' ? undefined : smtpUrl(text),
  ),
  MAIL_FROM: setting('an address such as notes@example.com, or Notes <notes@example.com>', mailFrom),
  WEBHOOK_ALLOWED_NETWORKS: setting(
    'none, or networks separated by commas, such as 10.0.0.0/8,192.168.1.7',
    (text) => (text === 'none' ? [] : items(text, network)),
  ),
  WEBHOOK_RETRY_SCHEDULE: setting('times up to 30d separated by commas, such as 0s,5s,0.5h', (text) =>
    items(text, duration),
  ),
  MCP_ALLOWED_ORIGINS: setting(
    'none, or http or https origins separated by commas, such as https://assistant.example.com',
    (text) => (text === 'none' ? [] : items(text, webOrigin)),
  ),
  RATE_LIMIT_PER_MINUTE: setting('a whole number from 1', requestsPerMinute),
  COMPANY_RATE_LIMIT_PER_MINUTE: setting('a whole number from 1', requestsPerMinute),
  PUBLIC_RATE_LIMIT_PER_MINUTE: setting('a whole number from 1', requestsPerMinute),
  LOG_LEVEL: setting(`one of ${LOG_LEVELS.join(', ')}`, (text) => oneOf(LOG_LEVELS, text)),
  TRUST_PROXY: setting('off, how many proxies are in front, such as 1, or their networks', trustedProxies),
})

/** The settings as given, each read into its type; those that are not set are absent. */
export type Given = StaticDecode<typeof SETTINGS>

type Setting<Value> = TOptional<TTransform<TString, Value>>

function setting<Value>(allowed: string, read: (text: string) => Value, secret = false): Setting<Value> {
  return Type.Optional(
    Type.Transform(Type.String({ description: allowed, secret }))
      .Decode(read)
      .Encode(String),
  )
}

/** A setting whose value is never repeated in a message, and may be read from a file. */
function secret<Value>(allowed: string, read: (text: string) => Value): Setting<Value> {
  return setting(allowed, read, true)
}

/** Whether a setting's value must not be shown to anybody. */
export function isSecret(schema: TSchema): boolean {
  return schema.secret === true
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

function trustedProxies(text: string): false | number | readonly string[] {
  if (text === 'off') return false
  if (/^\d+$/.test(text)) return wholeNumber(text, { from: 1, to: 10 })
  return items(text, network)
}

function requestsPerMinute(text: string): number {
  return wholeNumber(text, { from: 1, to: 1_000_000_000 })
}
