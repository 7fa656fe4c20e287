import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clusterOf, emptyDataDir } from '../support/data-dir.js'
import { createNote } from './notes.js'
import { type Refusal, refusedStart, startService, stopService } from './service.js'

/** One clear sentence and exit code 1: no stack trace, nothing else. */
function sentence(t: Test, { code, output }: Refusal, expected: string | RegExp): void {
  t.equal(code, 1, 'exit code')
  t.match(output, expected)
  t.notMatch(output, /^\s+at /m, 'no stack trace')
  t.equal(output.trim().split('\n').length, 1, `one line:\n${output}`)
}

t.test('a second start on the same directory is refused, and the first one goes on', async (t) => {
  const dataDir = await emptyDataDir(t)
  const first = await startService(t, { dataDir })
  sentence(
    t,
    await refusedStart(t, { dataDir }),
    `The service is already running on ${dataDir} (process ${first.process.pid}): stop it first, or set DATA_DIR to another directory.`,
  )
  t.ok(await createNote(first.url, first.key ?? ''))
  await stopService(first)
})

t.test('a port in use is named before anything is written', async (t) => {
  const dataDir = await emptyDataDir(t)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const address = other.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  sentence(
    t,
    await refusedStart(t, { dataDir, env: { PORT: String(port) } }),
    `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to another port.`,
  )
  t.equal(await clusterOf(dataDir), undefined)
})

t.test('an address that this machine does not have is named', async (t) => {
  const dataDir = await emptyDataDir(t)
  sentence(t, await refusedStart(t, { dataDir, env: { HOST: '192.0.2.1' } }), 'HOST is 192.0.2.1')
})

t.test('a broken configuration is explained, all of it', async (t) => {
  const dataDir = await emptyDataDir(t)
  const one = await refusedStart(t, { dataDir, env: { PORT: 'http' } })
  sentence(
    t,
    one,
    'The configuration is not valid: PORT is "http"; it must be a whole number from 0 to 65535',
  )
  const { code, output } = await refusedStart(t, { dataDir, env: { PORT: 'http', LOG_LEVEL: 'loud' } })
  t.equal(code, 1)
  t.match(output, /^The configuration is not valid:\n {2}PORT is .*\n {2}LOG_LEVEL is .*\n$/)
})

t.test('a directory that cannot be made is named', async (t) => {
  const file = join(await emptyDataDir(t), 'file')
  await writeFile(file, '')
  sentence(t, await refusedStart(t, { dataDir: file }), `DATA_DIR ${file} is not a directory.`)
  const below = join(file, 'below')
  sentence(t, await refusedStart(t, { dataDir: below }), `DATA_DIR ${below} is not a directory.`)
  sentence(t, await refusedStart(t, { dataDir: '/proc/ecmr' }), 'DATA_DIR /proc/ecmr cannot be made.')
})

t.test('a database that does not answer is named, without its password', async (t) => {
  const env = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/ecmr', SECRET_KEY: 'k'.repeat(32) }
  const refusal = await refusedStart(t, { dataDir: '/nonexistent', env })
  sentence(t, refusal, /^PostgreSQL at 127\.0\.0\.1:1\/ecmr cannot be used \(.*\): check DATABASE_URL\.\n$/)
  t.notMatch(refusal.output, 'hunter2')
})
