import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { atPort, ConfigError, type Need, parseConfig } from '@ecmr/runtime'
import t, { type Test } from 'tap'

const HOUR = 3_600_000

function faultsOf(t: Test, env: NodeJS.ProcessEnv, needs: readonly Need[] = []): readonly string[] {
  try {
    parseConfig(env, { port: 8080, needs })
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  t.fail('the configuration was accepted')
  return []
}

const WITNESS = 'a.example+1a2b3c4d+BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g'

t.test('without any variable there is an embedded service on port 8080', async (t) => {
  t.strictSame(parseConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    metrics: { host: '127.0.0.1', port: 9080 },
    siteUrl: 'http://localhost:8080',
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    eventStore: { kind: 'postgres' },
    eventStoreDbUrl: undefined,
    storage: { kind: 'local', directory: resolve('.data/objects') },
    storages: { local: { kind: 'local', directory: resolve('.data/objects') }, s3: undefined },
    evidence: {
      key: { path: resolve('.data/evidence.key'), isGenerated: true },
      checkpoints: undefined,
      tsaUrl: undefined,
      witnesses: [],
    },
    backup: { to: undefined, everyMs: 24 * HOUR, key: undefined },
    s3Server: undefined,
    documentSeal: undefined,
    natsServers: undefined,
    secretKey: { kind: 'file', path: resolve('.data/secret.key') },
    mail: undefined,
    operator: { support: undefined, legalNoticeUrl: undefined, privacyPolicyUrl: undefined },
    webhooks: {
      allowedNetworks: ['127.0.0.0/8', '::1/128'],
      retrySchedule: [0, 5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)],
    },
    ocr: {
      engine: { kind: 'tesseract' },
      readerSocket: undefined,
      processes: Math.min(availableParallelism(), 2),
    },
    mcp: { allowedOrigins: [], clientDocuments: true },
    rateLimits: { perKeyPerMinute: 600, perCompanyPerMinute: 3_000, publicPerMinute: 60 },
    logLevel: 'info',
    logFormat: 'auto',
    tracing: undefined,
    trustProxy: false,
    secretFiles: [],
    warnings: [],
  })
})

t.test('every variable is read', async (t) => {
  const key = 'k'.repeat(32)
  const config = parseConfig({
    HOST: '0.0.0.0',
    PORT: '9000',
    METRICS_HOST: '10.0.0.1',
    METRICS_PORT: '9100',
    SITE_URL: 'https://notes.example.com/',
    DATA_DIR: '/srv/ecmr',
    DATABASE_URL: 'postgres://u:p@db:5432/ecmr',
    EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: 'esdb://log:2113?tls=false',
    NATS_URL: 'nats://u:p@nats-1:4222, tls://nats-2',
    STORAGE: 's3',
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'notes',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY: 'account:user',
    S3_SECRET_KEY: 'hush',
    DOCUMENT_SEAL_FILE: '/run/secrets/seal.p12',
    DOCUMENT_SEAL_PASSWORD: 'opens it',
    TSA_URL: 'http://tsa.example.com/rfc3161',
    EVIDENCE_KEY_FILE: '/run/secrets/evidence.key',
    EVIDENCE_CHECKPOINTS: 's3://checkpoints/ecmr/log',
    BACKUP_TO: 's3://backups/ecmr/',
    BACKUP_EVERY: '6h',
    BACKUP_KEY: 'a key for backups, long enough',
    EVIDENCE_WITNESSES: `https://a.example/w/ ${WITNESS}, http://10.0.0.2:8090 ${WITNESS}`,
    GEMINI_API_KEY: 'abc',
    GEMINI_MODEL: 'gemini-3.5-flash-lite',
    GEMINI_BASE_URL: 'https://gemini.example.com/',
    OCR_ENGINE: 'gemini',
    OCR_PROCESSES: '4',
    OCR_READER_SOCKET: '/run/reader/socket',
    SECRET_KEY: key,
    SMTP_URL: 'smtps://notes:p%40ss@mail.example.com',
    MAIL_FROM: 'Cartas de porte <notes@example.com>',
    SUPPORT_CONTACT: 'Soporte <ayuda+cmr@example.com>',
    LEGAL_NOTICE_URL: 'https://example.com/aviso-legal?v=2',
    PRIVACY_POLICY_URL: 'https://example.com/privacidad',
    WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, 192.168.1.7,fd00::/8',
    WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1m,1.5h,2d,250ms',
    MCP_ALLOWED_ORIGINS: 'https://assistant.example.com, http://pruebas.example:3000/',
    MCP_CLIENT_DOCUMENTS: 'off',
    RATE_LIMIT_PER_MINUTE: '1000',
    COMPANY_RATE_LIMIT_PER_MINUTE: '1500',
    PUBLIC_RATE_LIMIT_PER_MINUTE: '5',
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'pretty',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc,x-scope=1',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    TRUST_PROXY: '10.1.0.0/16, 192.168.1.7',
  })
  const s3 = {
    kind: 's3',
    endpoint: 'https://s3.example.com',
    bucket: 'notes',
    region: 'eu-west-1',
    accessKey: 'account:user',
    secretKey: 'hush',
  }
  const { kind: _, bucket: __, ...s3Server } = s3
  t.strictSame(config, {
    host: '0.0.0.0',
    port: 9000,
    metrics: { host: '10.0.0.1', port: 9100 },
    siteUrl: 'https://notes.example.com',
    dataDir: '/srv/ecmr',
    databaseUrl: 'postgres://u:p@db:5432/ecmr',
    eventStore: { kind: 'eventstoredb', url: 'esdb://log:2113?tls=false' },
    eventStoreDbUrl: 'esdb://log:2113?tls=false',
    storage: s3,
    storages: { local: { kind: 'local', directory: '/srv/ecmr/objects' }, s3 },
    evidence: {
      key: { path: '/run/secrets/evidence.key', isGenerated: false },
      checkpoints: { ...s3, bucket: 'checkpoints', prefix: 'ecmr/log/' },
      tsaUrl: 'http://tsa.example.com/rfc3161',
      witnesses: [
        { url: 'https://a.example/w', vkey: WITNESS },
        { url: 'http://10.0.0.2:8090', vkey: WITNESS },
      ],
    },
    backup: {
      to: { ...s3, bucket: 'backups', prefix: 'ecmr/' },
      everyMs: 6 * HOUR,
      key: 'a key for backups, long enough',
    },
    s3Server,
    documentSeal: {
      file: '/run/secrets/seal.p12',
      password: 'opens it',
      tsaUrl: 'http://tsa.example.com/rfc3161',
    },
    natsServers: ['nats://u:p@nats-1:4222', 'tls://nats-2'],
    secretKey: { kind: 'given', key },
    mail: {
      url: 'smtps://notes:p%40ss@mail.example.com',
      from: 'Cartas de porte <notes@example.com>',
    },
    operator: {
      support: { text: 'Soporte (ayuda+cmr@example.com)', href: 'mailto:ayuda%2Bcmr@example.com' },
      legalNoticeUrl: 'https://example.com/aviso-legal?v=2',
      privacyPolicyUrl: 'https://example.com/privacidad',
    },
    webhooks: {
      allowedNetworks: ['10.0.0.0/8', '192.168.1.7/32', 'fd00::/8'],
      retrySchedule: [0, 200, 60_000, 5_400_000, 172_800_000, 250],
    },
    ocr: {
      engine: {
        kind: 'gemini',
        apiKey: 'abc',
        model: 'gemini-3.5-flash-lite',
        baseUrl: 'https://gemini.example.com',
      },
      readerSocket: '/run/reader/socket',
      processes: 4,
    },
    mcp: {
      allowedOrigins: ['https://assistant.example.com', 'http://pruebas.example:3000'],
      clientDocuments: false,
    },
    rateLimits: { perKeyPerMinute: 1000, perCompanyPerMinute: 1500, publicPerMinute: 5 },
    logLevel: 'debug',
    logFormat: 'pretty',
    tracing: {
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: { authorization: 'Bearer abc', 'x-scope': '1' },
      share: 0.1,
    },
    trustProxy: ['10.1.0.0/16', '192.168.1.7/32'],
    secretFiles: ['/run/secrets/seal.p12', '/run/secrets/evidence.key'],
    warnings: [],
  })
})

t.test('the site is at the port, unless its address is given', async (t) => {
  t.equal(parseConfig({ PORT: '81' }).siteUrl, 'http://localhost:81')
})

t.test('each process has a port of its own, unless its operator names one', async (t) => {
  const probes = parseConfig({}, { port: 8081 })
  t.match(probes, { port: 8081, siteUrl: 'http://localhost:8081' })
  t.equal(parseConfig({ PORT: '9000' }, { port: 8081 }).port, 9000)
})

t.test('metrics have a port next to each process’s own, on this machine alone, by default', async (t) => {
  const portOf = (env: NodeJS.ProcessEnv, port = 8080) => parseConfig(env, { port }).metrics?.port
  t.equal(portOf({}, 8085), 9085)
  t.equal(portOf({ PORT: '3000' }), 4000)
  t.equal(portOf({ PORT: '65000' }), 64_000)
  t.equal(portOf({ PORT: '0' }), 0, 'any free one')
  t.equal(portOf({ METRICS_PORT: '0' }), 0)
  t.equal(parseConfig({ METRICS_PORT: 'off' }).metrics, undefined)
  const { warnings } = parseConfig({ METRICS_PORT: 'off', METRICS_HOST: '0.0.0.0' })
  t.strictSame(warnings, ['METRICS_HOST is set, but METRICS_PORT is off: metrics are not shown.'])
})

t.test('proxies in front are counted, or named by their networks', async (t) => {
  t.equal(parseConfig({}).trustProxy, false)
  t.equal(parseConfig({ TRUST_PROXY: 'off' }).trustProxy, false)
  t.equal(parseConfig({ TRUST_PROXY: '2' }).trustProxy, 2)
})

t.test('an empty variable counts as not set', async (t) => {
  t.strictSame(parseConfig({ PORT: '', DATABASE_URL: ' ', SECRET_KEY: '' }), parseConfig({}))
})

t.test('with an external PostgreSQL no network is exempt from the address guard', async (t) => {
  const config = parseConfig({ DATABASE_URL: 'postgres://db/ecmr', SECRET_KEY: 'k'.repeat(32) })
  t.strictSame(config.webhooks.allowedNetworks, [])
})

t.test('loopback is exempt by itself only where the service is for its own machine', async (t) => {
  const exempt = (SITE_URL: string) => parseConfig({ SITE_URL }).webhooks.allowedNetworks
  const here = ['http://localhost:8080', 'http://app.localhost', 'http://127.0.0.1:8080', 'http://[::1]:8080']
  for (const site of here) t.strictSame(exempt(site), ['127.0.0.0/8', '::1/128'], site)
  const elsewhere = [
    'https://notes.example.com',
    'http://localhost.example.com',
    'http://10.0.0.7',
    'http://127.0.0.1.nip.io',
  ]
  for (const site of elsewhere) t.strictSame(exempt(site), [], site)
  const named = { SITE_URL: 'https://notes.example.com', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }
  t.strictSame(parseConfig(named).webhooks.allowedNetworks, ['127.0.0.0/8'], 'unless it is said')
})

t.test('the exemption of loopback can be taken away', async (t) => {
  t.strictSame(parseConfig({ WEBHOOK_ALLOWED_NETWORKS: 'none' }).webhooks.allowedNetworks, [])
})

t.test('web pages elsewhere that may call the MCP endpoint are named as browsers name them', async (t) => {
  t.strictSame(parseConfig({ MCP_ALLOWED_ORIGINS: 'none' }).mcp.allowedOrigins, [])
  t.strictSame(parseConfig({ MCP_ALLOWED_ORIGINS: 'HTTPS://Assistant.Example:443' }).mcp.allowedOrigins, [
    'https://assistant.example',
  ])
})

t.test('a process that seals nothing does without the secret key, and with a good one only', async (t) => {
  const env = { DATABASE_URL: 'postgres://db/ecmr' }
  const defaults = { port: 8084, needs: ['databaseUrl'], sealsNothing: true } as const
  t.equal(parseConfig(env, defaults).databaseUrl, env.DATABASE_URL)
  t.throws(
    () => parseConfig({ ...env, SECRET_KEY: 'short' }, defaults),
    /^.*SECRET_KEY has a value that is not/,
  )
})

t.test('a free port changes the address of the site, unless that was given', async (t) => {
  t.match(atPort(parseConfig({ PORT: '0' }), 4321), { port: 4321, siteUrl: 'http://localhost:4321' })
  const site = 'https://notes.example.com'
  t.match(atPort(parseConfig({ PORT: '0', SITE_URL: site }), 4321), { port: 4321, siteUrl: site })
})

t.test('all faults stand in one message: what is wrong, and what is allowed', async (t) => {
  const faults = faultsOf(t, {
    PORT: '80a',
    LOG_LEVEL: 'loud',
    SITE_URL: 'https://example.com/path',
    EVENT_STORE: 'eventstoredb',
    NATS_URL: 'localhost:4222',
    DATABASE_URL: 'postgres://db/ecmr',
  })
  t.strictSame(faults, [
    'PORT is "80a"; it must be a whole number from 0 to 65535 (0 takes any free port).',
    'SITE_URL is "https://example.com/path"; it must be an http or https origin without a path, such as https://notes.example.com.',
    'NATS_URL has a value that is not allowed; it must be one or more URLs such as nats://user:password@host:4222, separated by commas.',
    'LOG_LEVEL is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.',
    'SECRET_KEY is not set; with DATABASE_URL it must be a random text of at least 32 characters that never changes, the same for every process.',
    'EVENTSTOREDB_URL is not set; with EVENT_STORE eventstoredb it must be a connection string of EventStoreDB, such as esdb://user:password@host:2113?tls=true.',
  ])
  t.match(new ConfigError(faults).message, /^The configuration is not valid:\n {2}PORT .*\n {2}SITE_URL /)
})

const REFUSED: Record<string, readonly string[]> = {
  HOST: ['a b', 'http://x', '../x'],
  METRICS_HOST: ['a b', 'http://x'],
  METRICS_PORT: ['-1', '65536', 'on', 'none'],
  PORT: ['-1', '65536', '8080.5', '1e3', '0x50', 'http'],
  SITE_URL: ['example.com', 'ftp://x', 'http://u:p@x', 'https://x/?a', 'https://x/#a', 'http://'],
  DATABASE_URL: ['mysql://x', 'localhost:5432', 'postgres://', 'postgres://a\nb'],
  EVENT_STORE: ['Postgres', 'mysql', 'esdb'],
  EVENTSTOREDB_URL: [
    'http://x',
    'kurrentdb://x',
    'esdb://',
    'esdb://a,',
    'esdb://a b',
    'esdb://a:0',
    'esdb://a:65536',
    'esdb://a/path',
    'esdb://user@a',
    'esdb://u:p:q@a',
    'esdb://u:%zz@a',
    'esdb://a?',
    'esdb://a?tls',
    'esdb://a?tls=yes',
    'esdb://a?tls=true&',
    'esdb://a?user=x',
    'esdb://a?tlsVerifyCert=false',
    'esdb://a?throwOnAppendFailure=false',
    'esdb://a?keepAliveInterval=soon',
  ],
  NATS_URL: [
    'http://x',
    'a:4222',
    'nats://',
    'nats://a/b',
    'nats://a?tls',
    'nats://a,,nats://b',
    'nats://%zz@a',
    ',',
  ],
  STORAGE: ['S3', 'disk'],
  S3_ENDPOINT: ['s3.example.com', 'http://s3.example.com', 'https://s3.example.com/bucket', 'http://8.8.8.8'],
  S3_BUCKET: ['ab', '../x', '-notes', 'a/b', 'x'.repeat(64)],
  S3_REGION: ['eu west', 'eu/west'],
  S3_ACCESS_KEY: ['a b', 'ñ'],
  S3_SECRET_KEY: ['a b'],
  TSA_URL: ['tsa.example.com', 'ftp://tsa.example.com', 'https://user:p@tsa.example.com', 'https://a b'],
  EVIDENCE_CHECKPOINTS: ['s3://ab', 's3://notes/a b', 's3:///x', 'https://a.example', 's3://notes/../a b'],
  BACKUP_TO: ['s3://ab', 's3://notes/a b', 'https://a.example'],
  BACKUP_EVERY: ['0s', '59s', '31d', 'daily'],
  BACKUP_KEY: ['too short'],
  EVIDENCE_WITNESSES: [
    'https://a.example',
    WITNESS,
    `https://a.example,${WITNESS}`,
    `ftp://a.example ${WITNESS}`,
    `https://u:p@a.example ${WITNESS}`,
    `https://a.example?x ${WITNESS}`,
    'https://a.example a.example+xyz+AAAA',
  ],
  GEMINI_API_KEY: ['a b', 'clé'],
  GEMINI_MODEL: ['a/b', 'a b', 'a?b'],
  GEMINI_BASE_URL: [
    'gemini',
    'ftp://gemini.example.com',
    'http://gemini.example.com',
    'http://8.8.8.8',
    'https://user:p@gemini.example.com',
    'https://gemini.example.com?key=x',
    'https://gemini.example.com#x',
  ],
  OCR_ENGINE: ['abbyy'],
  OCR_PROCESSES: ['0', '17', 'two'],
  OCR_READER_SOCKET: ['socket', 'http://reader'],
  SECRET_KEY: ['short', 'k'.repeat(31)],
  SMTP_URL: [
    'mail.example.com',
    'http://mail',
    'smtp://',
    'smtp://a/b',
    'smtp://a?pool=true',
    'smtp://a#b',
    'smtp://%zz@a',
    'smtp://a b',
    'None',
  ],
  SUPPORT_CONTACT: ['x'.repeat(201), 'two\nlines', 'https://', 'https://user:p@example.com'],
  LEGAL_NOTICE_URL: ['example.com/legal', 'javascript:alert(1)', 'https://user:p@example.com', 'https://a b'],
  PRIVACY_POLICY_URL: ['/privacy', 'ftp://example.com', 'https://user@example.com'],
  MAIL_FROM: [
    'notes',
    'notes@',
    '@example.com',
    'a b@example.com',
    'notes@example.com.',
    'Notes notes@example.com',
    'Notes <notes@example.com',
    '<notes@example.com>',
    'a@example.com, b@example.com',
    'Sons, Ltd <notes@example.com>',
    'Notes <a@example.com> <b@example.com>',
    'Notes\nBcc: all@example.com <notes@example.com>',
    'Notes <notes@example.com\nBcc: all@example.com>',
  ],
  WEBHOOK_ALLOWED_NETWORKS: ['10.0.0.0/33', 'localhost', '10.0.0', 'none,10.0.0.0/8', ','],
  WEBHOOK_RETRY_SCHEDULE: ['5', '5 s', '-1s', '1w', '31d', '0s,,5s', ',', '1e9s'],
  MCP_ALLOWED_ORIGINS: [
    '*',
    'null',
    'assistant.example.com',
    'https://*.example.com',
    'https://a.example/path',
    'https://u:p@a.example',
    'ftp://a.example',
    'https://a.example,none',
    ',',
  ],
  MCP_CLIENT_DOCUMENTS: ['yes', 'ON', 'on,off'],
  RATE_LIMIT_PER_MINUTE: ['0', '-5', 'many', '1.5'],
  COMPANY_RATE_LIMIT_PER_MINUTE: ['0', 'x'],
  PUBLIC_RATE_LIMIT_PER_MINUTE: ['0'],
  LOG_LEVEL: ['INFO', 'verbose'],
  LOG_FORMAT: ['auto', 'text'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317', 'http://user:secret@collector'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', '10%', '1e-3'],
  TRUST_PROXY: ['maybe', 'true', 'on', '0', '11', '10.0.0.0/33'],
}

for (const [name, texts] of Object.entries(REFUSED)) {
  t.test(`${name} refuses what makes no sense, by name`, async (t) => {
    for (const text of texts) {
      const [fault = '', ...others] = faultsOf(t, {
        SECRET_KEY: 'k'.repeat(32),
        MAIL_FROM: 'a@example.com',
        [name]: text,
      })
      t.ok(fault.startsWith(`${name} `), `${text}: ${fault}`)
      t.strictSame(others, [], text)
    }
  })
}

t.test('a secret is never repeated in a message', async (t) => {
  const secret = 'hunter2'
  const faults = faultsOf(t, {
    SECRET_KEY: secret,
    DATABASE_URL: `mysql://root:${secret}@db`,
    NATS_URL: `http://${secret}@nats`,
    EVENTSTOREDB_URL: `http://${secret}@es`,
    SMTP_URL: `http://user:${secret}@mail`,
    MAIL_FROM: 'notes@example.com',
    GEMINI_API_KEY: `${secret} x`,
    S3_ACCESS_KEY: `${secret} x`,
    S3_SECRET_KEY: `${secret} x`,
  })
  t.equal(faults.length, 8)
  t.notMatch(faults.join('\n'), new RegExp(secret))
})

const ACCEPTED: Record<string, readonly string[]> = {
  EVENTSTOREDB_URL: [
    'esdb://localhost',
    'esdb://localhost:2113/?tls=false',
    'esdb://admin:p%40ss%3A@log-1.example.com:2113?tls=true&tlsCAFile=%2Frun%2Fsecrets%2Fca.crt',
    'esdb://a:2113,b:2113,c:2113?tls=true&nodePreference=leader',
    'esdb+discover://admin:changeit@cluster.example.com?keepAliveInterval=10000&connectionName=ecmr',
  ],
  NATS_URL: [
    'nats://localhost',
    'nats://user:p%2Css@a:4222,nats://user:p%2Css@b:4222,',
    'tls://token@nats.example.com/',
    'nats://[::1]:4222',
  ],
  GEMINI_BASE_URL: [
    'https://gemini.example.com/proxy',
    'http://localhost:9000',
    'http://127.0.0.1:9000/',
    'http://[::1]:9000',
    'http://10.1.2.3',
    'http://[fd00::1]',
  ],
  S3_ENDPOINT: [
    'https://s3.example.com',
    'http://minio:9000',
    'http://127.0.0.1:8080',
    'http://10.1.2.3:9000',
  ],
  SMTP_URL: ['smtp://localhost', 'smtp://user:p%2Css@mail.example.com:2525/', 'smtps://[::1]:465'],
}

for (const [name, texts] of Object.entries(ACCEPTED)) {
  t.test(`${name} may have every form that its client understands`, async (t) => {
    for (const text of texts)
      t.doesNotThrow(() => parseConfig({ MAIL_FROM: 'a@example.com', [name]: text }), text)
  })
}

t.test('the event log is in EventStoreDB only when that is asked for', async (t) => {
  const { eventStore, eventStoreDbUrl, warnings } = parseConfig({ EVENTSTOREDB_URL: 'esdb://a' })
  t.equal(eventStoreDbUrl, 'esdb://a', 'the log may be moved there')
  t.strictSame(eventStore, { kind: 'postgres' })
  t.strictSame(warnings, [
    'EVENTSTOREDB_URL is set, but EVENT_STORE is not eventstoredb: the event log is in PostgreSQL.',
  ])
})

t.test('EventStoreDB without its address is a fault, also when that is blank', async (t) => {
  for (const text of [undefined, '', ' ']) {
    const [fault = ''] = faultsOf(t, { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: text })
    t.match(fault, /^EVENTSTOREDB_URL is not set;/)
  }
})

t.test('documents in S3 need all that leads there, and the region has a default', async (t) => {
  const names = faultsOf(t, { STORAGE: 's3', S3_BUCKET: ' ' }).map((fault) => fault.split(' is not set;')[0])
  t.strictSame(names, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'])
  const s3 = { S3_ENDPOINT: 'https://a', S3_BUCKET: 'notes', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  t.match(parseConfig({ STORAGE: 's3', ...s3 }).storage, { kind: 's3', region: 'us-east-1' })
  const { storage, storages, warnings } = parseConfig(s3)
  t.match(storages, { s3: { bucket: 'notes' } }, 'documents may be moved there')
  t.equal(storage, storages.local)
  t.equal(warnings[0], 'S3_ENDPOINT is set, but STORAGE is not s3: documents are kept in DATA_DIR.')
  t.equal(warnings.length, 4)
})

t.test('documents are sealed with a certificate alone, and not without', async (t) => {
  t.equal(parseConfig({}).documentSeal, undefined)
  const seal = { file: '/seal.p12', password: '', tsaUrl: undefined }
  t.strictSame(parseConfig({ DOCUMENT_SEAL_FILE: '/seal.p12' }).documentSeal, seal)
  const { warnings } = parseConfig({ DOCUMENT_SEAL_PASSWORD: 'x' })
  t.match(warnings, [/^DOCUMENT_SEAL_PASSWORD is set, but DOCUMENT_SEAL_FILE/])
})

t.test('with a database of its own an installation has evidence when it names a key', async (t) => {
  const own = { DATABASE_URL: 'postgres://db/ecmr', SECRET_KEY: 'k'.repeat(32) }
  const vain = {
    EVIDENCE_CHECKPOINTS: '/srv/checkpoints',
    EVIDENCE_WITNESSES: `https://a.example ${WITNESS}`,
  }
  const off = parseConfig({ ...own, ...vain })
  t.equal(off.evidence.key, undefined)
  t.match(off.warnings, [/^EVIDENCE_CHECKPOINTS is set, but/, /^EVIDENCE_WITNESSES is set, but/])
  const on = parseConfig({ ...own, ...vain, EVIDENCE_KEY_FILE: '/key.pem' })
  t.strictSame(on.evidence.key, { path: '/key.pem', isGenerated: false })
  t.strictSame(on.evidence.checkpoints, { kind: 'local', directory: '/srv/checkpoints' })
  t.strictSame(on.warnings, [])
})

t.test('checkpoints in a bucket need the server that has it, and no bucket for documents', async (t) => {
  const place = { EVIDENCE_CHECKPOINTS: 's3://checkpoints' }
  const names = faultsOf(t, place).map((fault) => fault.split(' is not set;')[0])
  t.strictSame(names, ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'])
  const s3 = { S3_ENDPOINT: 'https://a', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  const { evidence, warnings } = parseConfig({ ...place, ...s3 })
  t.match(evidence.checkpoints, { kind: 's3', bucket: 'checkpoints', prefix: '' })
  t.strictSame(warnings, [])
})

t.test('backups in a bucket need the server that has it, and no bucket for documents', async (t) => {
  const place = { BACKUP_TO: 's3://backups' }
  t.match(faultsOf(t, place)[0], /^S3_ENDPOINT is not set; with BACKUP_TO in a bucket it must be /)
  const s3 = { S3_ENDPOINT: 'https://a', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  const { backup, warnings } = parseConfig({ ...place, ...s3 })
  t.match(backup.to, { kind: 's3', bucket: 'backups', prefix: '' })
  t.strictSame(warnings, [])
  t.match(parseConfig({ BACKUP_TO: '/mnt/backups' }).backup.to, { kind: 'local', directory: '/mnt/backups' })
  t.strictSame(parseConfig({ BACKUP_EVERY: '1h' }).warnings, [
    'BACKUP_EVERY is set, but BACKUP_TO names no place: no backups are made.',
  ])
})

t.test('mail is sent when there is a server for it, in the name of an address', async (t) => {
  for (const from of ['notes+cmr@localhost', "o'brien@a.example", 'Operaciones Ñ. <notes@a.example>'])
    t.strictSame(parseConfig({ SMTP_URL: 'smtp://mail', MAIL_FROM: from }).mail, { url: 'smtp://mail', from })
  t.strictSame(faultsOf(t, { SMTP_URL: 'smtp://mail', MAIL_FROM: ' ' }), [
    'MAIL_FROM is not set; with SMTP_URL it must be an address such as notes@example.com, or Notes <notes@example.com>.',
  ])
})

t.test('without a mail server there is no mail, and an address for it is pointed out', async (t) => {
  t.equal(parseConfig({ SMTP_URL: 'none' }).mail, undefined)
  const { mail, warnings } = parseConfig({ SMTP_URL: 'none', MAIL_FROM: 'notes@example.com' })
  t.equal(mail, undefined)
  t.strictSame(warnings, ['MAIL_FROM is set, but SMTP_URL names no mail server: no mail is sent.'])
})

t.test('whom people ask for help is a link where it can be one, and never to a script', async (t) => {
  for (const [given, support] of [
    ['ayuda@example.com', { text: 'ayuda@example.com', href: 'mailto:ayuda@example.com' }],
    ['+34 600 123 456', { text: '+34 600 123 456', href: 'tel:+34600123456' }],
    ['https://example.com/ayuda/', { text: 'example.com/ayuda', href: 'https://example.com/ayuda/' }],
    ['Ana López, extensión 204', { text: 'Ana López, extensión 204' }],
    ['a?bcc=x@example.com', { text: 'a?bcc=x@example.com', href: 'mailto:a%3Fbcc%3Dx@example.com' }],
    ['javascript:alert(1)', { text: 'javascript:alert(1)' }],
  ] as const)
    t.strictSame(parseConfig({ SUPPORT_CONTACT: given }).operator.support, support, given)
})

t.test('a misspelt variable is pointed out', async (t) => {
  const { warnings } = parseConfig({ WEBHOOK_RETRY_SHEDULE: '1s', LOGLEVEL: 'debug', Data_Dir: 'x' })
  t.strictSame(warnings, [
    'WEBHOOK_RETRY_SHEDULE is not a known setting and has no effect; did you mean WEBHOOK_RETRY_SCHEDULE?',
    'LOGLEVEL is not a known setting and has no effect; did you mean LOG_LEVEL?',
    'Data_Dir is not a known setting and has no effect; did you mean DATA_DIR?',
  ])
  t.strictSame(parseConfig({ SMTPURL: 'smtp://mail', MAILFROM: 'notes@example.com' }).warnings, [
    'SMTPURL is not a known setting and has no effect; did you mean SMTP_URL?',
    'MAILFROM is not a known setting and has no effect; did you mean MAIL_FROM?',
  ])
  t.strictSame(parseConfig({ SECRETKEY_FILE: '/x', LOG_LEVEL_FILE: '/x' }).warnings, [
    'SECRETKEY_FILE is not a known setting and has no effect; did you mean SECRET_KEY_FILE?',
    'LOG_LEVEL_FILE has no effect; only secrets are read from files.',
  ])
})

t.test('variables of other programs are left alone', async (t) => {
  const { warnings } = parseConfig({
    PATH: '/bin',
    HOSTNAME: 'x',
    HOME: '/root',
    PWD: '/',
    TEST_DATABASE_URL: 'postgres://x',
    npm_config_loglevel: 'x',
    SHLVL: '1',
    POST: 'x',
  })
  t.strictSame(warnings, [])
})

t.test('documents are read by Gemini by default once there is a key', async (t) => {
  const key = { GEMINI_API_KEY: 'abc' }
  t.strictSame(parseConfig(key).ocr.engine, { kind: 'gemini', apiKey: 'abc', model: 'gemini-flash-latest' })
  t.strictSame(parseConfig({ GEMINI_API_KEY: 'none' }).ocr.engine, { kind: 'tesseract' })
  const offline = parseConfig({ ...key, OCR_ENGINE: 'tesseract' })
  t.strictSame(offline.ocr.engine, { kind: 'tesseract' })
  t.strictSame(offline.warnings, [
    'GEMINI_API_KEY is set, but OCR_ENGINE is tesseract: documents are read without Gemini.',
  ])
})

t.test('settings of Gemini say that they have no effect where it is not used', async (t) => {
  t.strictSame(parseConfig({ GEMINI_MODEL: 'x', GEMINI_BASE_URL: 'https://x' }).warnings, [
    'GEMINI_MODEL is set, but GEMINI_API_KEY is not: documents are read without Gemini.',
    'GEMINI_BASE_URL is set, but GEMINI_API_KEY is not: documents are read without Gemini.',
  ])
})

t.test('Gemini without its key is a fault that says what to set', async (t) => {
  for (const key of [undefined, ' ', 'none'])
    t.strictSame(faultsOf(t, { OCR_ENGINE: 'gemini', GEMINI_API_KEY: key }), [
      'GEMINI_API_KEY names no key; with OCR_ENGINE gemini it must be the key of a Gemini project.',
    ])
})

t.test('what a process cannot do without is named together with everything else', (t) => {
  const needs = ['databaseUrl', 'natsServers'] as const
  const faults = faultsOf(t, { PORT: 'http', NATS_URL: ' ' }, needs)
  t.equal(faults.length, 3)
  t.match(
    faults.join('\n'),
    /^PORT is .*\nDATABASE_URL is not set; this process needs a URL .*\nNATS_URL is not set/,
  )
  const env = {
    DATABASE_URL: 'postgres://db/ecmr',
    SECRET_KEY: 'k'.repeat(32),
    NATS_URL: 'nats://broker:4222',
  }
  t.match(parseConfig(env, { port: 1, needs }), { port: 1, databaseUrl: env.DATABASE_URL })
  t.strictSame(faultsOf(t, { DATABASE_URL: 'nonsense' }, ['databaseUrl']).length, 1)
  t.end()
})
