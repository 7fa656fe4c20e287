import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createExample } from '@ecmr/contract'
import t, { type Test } from 'tap'
import { startProcess } from '../support/child-process.js'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { portOf } from '../support/port-of.js'
import { until } from '../support/until.js'
import { customerAt, MAIN, type Refusal, refusedStart, startService, stopService } from './service.js'

/** Logs in as a browser does: with the token of the form, and the cookie that belongs to it. */
async function logsIn(
  url: string,
  person: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const form = await fetch(`${url}/entrar`)
  const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(await form.text()) ?? []
  const answer = await fetch(`${url}/entrar`, {
    method: 'POST',
    headers: { cookie: cookiesOf(form) },
    body: new URLSearchParams({ _csrf: token, ...person }),
    redirect: 'manual',
  })
  return answer.status === 303 && /ecmr-session=/.test(cookiesOf(answer))
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

t.test('from the first start to the second', async (t) => {
  const dataDir = await emptyDataDir(t)
  const first = await startService(t, { dataDir })
  const { url, key = '', firstStart = '', customer } = first
  const file = join(dataDir, 'first-start.txt')
  const [, password = ''] = /demo@example\.com\n +(\S+)\n/.exec(firstStart) ?? []

  await t.test('the banner says where everything is, and in which file the key stands once', async (t) => {
    for (const path of ['/api', '/api/docs', '/api/health']) t.match(first.banner, `${url}${path}\n`)
    t.match(key, /^ecmr_live_\w{8}_\w+$/)
    t.match(first.banner, `\n  ${file}\n`)
    t.notMatch(first.banner, /ecmr_live_/)
    t.equal((await stat(file)).mode & 0o777, 0o600)
    t.match(first.banner, 'Webhooks may go to private addresses in 127.0.0.0/8')
    t.equal((await fetch(`${url}/api/health`)).status, 200)
    t.equal((await fetch(`${url}/api/docs`)).status, 200)
  })

  await t.test('the file has the password once, with which one gets into the panel', async (t) => {
    t.equal(first.banner.split('Panel ').length, 2)
    t.match(first.banner, `Panel    ${url}\n`)
    t.equal(firstStart.split(password).length, 2)
    t.notMatch(first.banner, password)
    t.match(password, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    t.equal(await logsIn(url, { email: 'demo@example.com', password: `${password}x` }), false)
    t.equal(await logsIn(url, { email: 'demo@example.com', password }), true)
  })

  const note = await customer.createEcmr(createExample)
  await t.test('a note made with that key is in the list, in tracking and in its history', async (t) => {
    t.match(await customer.listEcmrs(), { data: [{ id: note.id }] })
    const { ecmr_number } = note
    t.match(await customer.readEcmr(note.id), { ecmr_number })
    t.match(await customer.readTracking(ecmr_number), { ecmr_number })
    t.match(await customer.listEcmrEvents(note.id), { data: [{ type: 'EcmrCreated' }] })
  })

  await t.test('the lines to paste do what they say', async (t) => {
    const lines = firstStart.split('\n').filter((line) => line.includes('curl -s'))
    t.equal(lines.length, 2)
    const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\n')])
    const [created = '', followed = ''] = stdout.trim().split('\n')
    t.equal(JSON.parse(followed).ecmr_number, JSON.parse(created).ecmr_number)
  })

  await t.test('SIGTERM stops it, and no process is left', async (t) => {
    const cluster = (await clusterOf(dataDir)) ?? ''
    t.equal(serversOf(cluster).length, 1)
    t.equal(await stopService(first), 0)
    t.notMatch(first.process.output().replace(first.banner, ''), password, 'nor is it logged')
    t.strictSame(serversOf(cluster), [])
  })

  await t.test('a later start keeps everything and says how to make another key and password', async (t) => {
    const second = await startService(t, { dataDir })
    t.equal(second.key, undefined)
    t.equal(await readFile(file, 'utf8'), firstStart)
    t.match(second.banner, "npx ecmr keys create --company 'Demo'")
    t.match(second.banner, "npx ecmr users reset-link --email 'demo@example.com'")
    t.notMatch(second.banner, password)
    t.equal(await logsIn(second.url, { email: 'demo@example.com', password }), true)
    const same = customerAt(second.url, key)
    t.match(await same.readEcmr(note.id), { id: note.id })
    t.match(await same.readTracking(note.ecmr_number), { status: 'draft' })
    t.equal(await stopService(second), 0)
  })
})

t.test('on a terminal the first start shows password and key, and writes no file', async (t) => {
  const dataDir = await emptyDataDir(t)
  const command = `${process.execPath} ${MAIN}`
  const service = startProcess(t, [], {
    // A terminal of its own, which passes on what is shown there.
    program: ['script', '--quiet', '--return', '--command', command, '/dev/null'],
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
  })
  const shown = await service.untilOutput(/ is ready[\s\S]*sed /)
  t.match(shown, /demo@example\.com\s+[a-z2-9]{4}(-[a-z2-9]{4}){3}\s/)
  t.match(shown, /ecmr_live_\w{8}_\w+/)
  t.same(
    (await readdir(dataDir)).filter((name) => name.startsWith('first-start')),
    [],
  )
  const cluster = (await clusterOf(dataDir)) ?? ''
  service.child.kill('SIGTERM')
  await service.ended
  await until(() => serversOf(cluster).length === 0, 'the database to end')
})

t.test('a file of an earlier first start is kept, and a misspelt variable is pointed out', async (t) => {
  const dataDir = await emptyDataDir(t)
  const earlier = join(dataDir, 'first-start.txt')
  await writeFile(earlier, 'of an earlier one')
  const service = await startService(t, { dataDir, env: { WEBHOOK_RETRY_SHEDULE: '1s' } })
  t.match(service.banner, `\n  ${join(dataDir, 'first-start-2.txt')}\n`)
  t.ok(service.key)
  t.equal(await readFile(earlier, 'utf8'), 'of an earlier one')
  t.match(service.banner, /WEBHOOK_RETRY_SHEDULE .* did you mean WEBHOOK_RETRY_SCHEDULE\?/)
  await stopService(service)
})

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
  t.ok(await first.customer.createEcmr(createExample))
  await stopService(first)
})

t.test('a port in use, or a foreign address, is named before anything is written', async (t) => {
  const dataDir = await emptyDataDir(t)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const port = portOf(other)
  sentence(
    t,
    await refusedStart(t, { dataDir, env: { PORT: String(port) } }),
    `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to another port.`,
  )
  sentence(t, await refusedStart(t, { dataDir, env: { HOST: '192.0.2.1' } }), 'HOST is 192.0.2.1')
  t.equal(await clusterOf(dataDir), undefined)
})

t.test('a broken configuration is explained, all of it', async (t) => {
  const dataDir = await emptyDataDir(t)
  const fault = 'The configuration is not valid: PORT is "http"; it must be a whole number from 0 to 65535'
  sentence(t, await refusedStart(t, { dataDir, env: { PORT: 'http' } }), fault)
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
