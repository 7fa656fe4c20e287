import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { startProcess } from '../support/child-process.js'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { logsIn } from './log-in.js'
import { createNote, read } from './notes.js'
import { MAIN, startService, stopService } from './service.js'

t.test('from the first start to the second', async (t) => {
  const dataDir = await emptyDataDir(t)
  const first = await startService(t, { dataDir })
  const { url, key = '', firstStart = '' } = first
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

  const note = await createNote(url, key)
  await t.test('a note made with that key is in the list, in tracking and in its history', async (t) => {
    t.match(await read(url, key, '/ecmrs'), { status: 200, body: { data: [{ id: note.id }] } })
    t.match(await read(url, key, `/ecmrs/${note.id}`), {
      status: 200,
      body: { ecmr_number: note.ecmr_number },
    })
    t.match(await read(url, key, `/tracking/${note.ecmr_number}`), { status: 200 })
    t.match(await read(url, key, `/ecmrs/${note.id}/events`), {
      status: 200,
      body: { data: [{ type: 'EcmrCreated' }] },
    })
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

  await t.test(
    'a later start keeps everything and says how to make another key and choose another password',
    async (t) => {
      const second = await startService(t, { dataDir })
      t.equal(second.key, undefined)
      t.equal(await readFile(file, 'utf8'), firstStart)
      t.match(second.banner, "npx ecmr keys create --company 'Demo'")
      t.match(second.banner, "npx ecmr users reset-link --email 'demo@example.com'")
      t.notMatch(second.banner, password)
      t.equal(await logsIn(second.url, { email: 'demo@example.com', password }), true)
      t.match(await read(second.url, key, `/ecmrs/${note.id}`), { status: 200, body: { id: note.id } })
      t.match(await read(second.url, key, `/tracking/${note.ecmr_number}`), { status: 200 })
      t.equal(await stopService(second), 0)
    },
  )
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

t.test('a file of an earlier first start is not overwritten', async (t) => {
  const dataDir = await emptyDataDir(t)
  const earlier = join(dataDir, 'first-start.txt')
  await writeFile(earlier, 'of an earlier one')
  const service = await startService(t, { dataDir })
  t.match(service.banner, `\n  ${join(dataDir, 'first-start-2.txt')}\n`)
  t.ok(service.key)
  t.equal(await readFile(earlier, 'utf8'), 'of an earlier one')
  await stopService(service)
})

t.test('a misspelt variable is pointed out before the banner', async (t) => {
  const dataDir = await emptyDataDir(t)
  const service = await startService(t, { dataDir, env: { WEBHOOK_RETRY_SHEDULE: '1s' } })
  t.match(service.banner, /WEBHOOK_RETRY_SHEDULE .* did you mean WEBHOOK_RETRY_SCHEDULE\?/)
  await stopService(service)
})
