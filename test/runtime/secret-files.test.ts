import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, fileVariable, isSecret, parseConfig, SETTINGS } from '@ecmr/runtime'
import t, { type Test } from 'tap'

const KEY = 'k'.repeat(32)

function fileWith(t: Test, content: string): string {
  const path = join(t.testdir(), 'secret')
  writeFileSync(path, content)
  return path
}

function faultsOf(t: Test, env: NodeJS.ProcessEnv): readonly string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  t.fail('the configuration was accepted')
  return []
}

t.test('every secret can be read from a file', async (t) => {
  const env = {
    DATABASE_URL: 'postgres://u:p@db/ecmr',
    EVENTSTOREDB_URL: 'esdb://a:2113,b:2113?tls=true',
    NATS_URL: 'nats://u:p@nats:4222',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'hush',
    DOCUMENT_SEAL_PASSWORD: 'opens it',
    BACKUP_KEY: KEY,
    GEMINI_API_KEY: 'abc',
    SECRET_KEY: KEY,
    SMTP_URL: 'smtp://u:p@mail:587',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
  }
  const secrets = Object.entries(SETTINGS.properties).flatMap(([name, schema]) =>
    isSecret(schema) ? [name] : [],
  )
  t.strictSame(secrets, Object.keys(env))

  const dir = t.testdir(Object.fromEntries(Object.entries(env).map(([name, text]) => [name, `${text}\n`])))
  const files = Object.fromEntries(secrets.map((name) => [fileVariable(name), join(dir, name)]))
  const other = {
    BACKUP_TO: '/mnt/backups',
    EVENT_STORE: 'eventstoredb',
    MAIL_FROM: 'notes@example.com',
    STORAGE: 's3',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'notes',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com',
  }
  const secretFiles = Object.values(files)
  t.strictSame(parseConfig({ ...other, ...files }), { ...parseConfig({ ...other, ...env }), secretFiles })
})

t.test('a secret given twice is a fault, unless one of the two is empty', async (t) => {
  const file = fileWith(t, KEY)
  t.strictSame(faultsOf(t, { SECRET_KEY: KEY, SECRET_KEY_FILE: file }), [
    'SECRET_KEY and SECRET_KEY_FILE are both set; remove one of them.',
  ])
  const fromFile = parseConfig({ SECRET_KEY: '', SECRET_KEY_FILE: file })
  t.match(fromFile, { secretKey: { key: KEY }, secretFiles: [file] })
  t.match(parseConfig({ SECRET_KEY: KEY, SECRET_KEY_FILE: ' ' }).secretKey, { key: KEY })
})

t.test('a file that is not there, is no file, or is empty is a fault that names it', async (t) => {
  const dir = t.testdir({ empty: ' \n' })
  const faults = faultsOf(t, {
    DATABASE_URL_FILE: join(dir, 'absent'),
    NATS_URL_FILE: dir,
    SECRET_KEY_FILE: join(dir, 'empty'),
  })
  t.strictSame(faults, [
    `DATABASE_URL_FILE names ${dir}/absent, which cannot be read (ENOENT).`,
    `NATS_URL_FILE names ${dir}, which cannot be read (EISDIR).`,
    `SECRET_KEY_FILE names ${dir}/empty, which is empty.`,
  ])
})

t.test('what stands in a file is never repeated, only where it stands', async (t) => {
  const file = fileWith(t, 'hunter2')
  t.strictSame(faultsOf(t, { SECRET_KEY_FILE: file }), [
    `SECRET_KEY_FILE names ${file}, whose content is not allowed; it must be a random text of at least 32 characters that never changes.`,
  ])
})

t.test('a database from a file asks for a secret key as well', async (t) => {
  const file = fileWith(t, 'postgres://db/ecmr')
  const [fault = ''] = faultsOf(t, { DATABASE_URL_FILE: file })
  t.match(fault, /^SECRET_KEY is not set; with DATABASE_URL it must be /)
})
