import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectEmbedded, EmbeddedPostgresError, startEmbeddedPostgres } from '@ecmr/postgres'
import pg from 'pg'
import t from 'tap'
import { processesWith, signalAll, startProcess, type TestProcess } from '../support/child-process.js'
import { emptyDataDir } from '../support/data-dir.js'
import { until } from '../support/until.js'

const USER = fileURLToPath(new URL('embedded-user.js', import.meta.url))

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function urlOf(process: TestProcess): Promise<string> {
  return JSON.parse(await process.untilOutput(/\n/)).url
}

t.test('a first start makes a cluster, a second one finds it', async (t) => {
  const dataDir = await emptyDataDir(t)
  const first = await startEmbeddedPostgres({ dataDir })
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  t.strictSame(processesWith(dataDir), [], 'no process is left')

  const second = await startEmbeddedPostgres({ dataDir })
  t.strictSame(await query(second.url, 'select answer from kept'), [{ answer: 42 }])
  await second.stop()
})

t.test('the server is set up for our kind of data', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  t.teardown(() => server.stop())
  const [row] = await query(
    server.url,
    `select lower('ÑANDÚ ŁÓDŹ') as lower, current_setting('fsync') as fsync, current_setting('jit') as jit,
     current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listens,
     current_setting('max_connections') as connections`,
  )
  t.strictSame(row, {
    lower: 'ñandú łódź',
    fsync: 'on',
    jit: 'off',
    encoding: 'UTF8',
    listens: '127.0.0.1',
    connections: '100',
  })
  await query(server.url, 'create extension unaccent; create extension pg_trgm')
  t.strictSame(await query(server.url, "select unaccent('Cáceres Ñuñoa') as plain"), [
    { plain: 'Caceres Nunoa' },
  ])
})

t.test('access needs the password, and others cannot read it', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  t.teardown(() => server.stop())
  const url = new URL(server.url)
  url.password = 'guess'
  await t.rejects(query(url.href, 'select 1'), { code: '28P01' })
  for (const name of ['postgres.json', 'postgres.log'])
    t.equal((await stat(join(dataDir, name))).mode & 0o077, 0, `${name} is for its owner alone`)
  const [cluster = ''] = (await readdir(dataDir)).filter((name) => /^postgres-\w+$/.test(name))
  t.equal((await stat(join(dataDir, cluster))).mode & 0o077, 0, 'the cluster is for its owner alone')
  t.strictSame(
    (await readdir(dataDir)).filter((name) => name.endsWith('.password')),
    [],
  )
})

t.test('a second service on the same directory is refused in one sentence', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  t.teardown(() => server.stop())
  await t.rejects(
    startEmbeddedPostgres({ dataDir }),
    new EmbeddedPostgresError(
      `The service is already running on ${dataDir} (process ${process.pid}): stop it first, or set DATA_DIR to another directory.`,
    ),
  )
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }], 'the first one is not disturbed')
})

t.test('of services that start at the same time on an empty directory one wins', async (t) => {
  const dataDir = await emptyDataDir(t)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => startEmbeddedPostgres({ dataDir })),
  )
  const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  t.equal(winners.length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.match(outcome.reason.message, /^The service is already running on /)
  for (const winner of winners) await winner.stop()
  const clusters = (await readdir(dataDir)).filter((name) => /^postgres-\w+$/.test(name))
  t.equal(clusters.length, 1, 'the losers left nothing behind')
})

t.test('a guest uses the running server and leaves it running', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const guest = await connectEmbedded(dataDir)
  t.equal(guest.url, server.url)
  await guest.stop()
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

t.test('a guest starts a stopped server and stops it again', async (t) => {
  const dataDir = await emptyDataDir(t)
  const guest = await connectEmbedded(dataDir)
  t.strictSame(await query(guest.url, 'select 1 as one'), [{ one: 1 }])
  await guest.stop()
  t.strictSame(processesWith(dataDir), [])
})

t.test('the last process to leave stops the server, even if it is the guest', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const [one, other] = [await connectEmbedded(dataDir), await connectEmbedded(dataDir)]
  await server.stop()
  await one.stop()
  t.strictSame(await query(other.url, 'select 1 as one'), [{ one: 1 }], 'a guest can finish its work')
  await other.stop()
  t.strictSame(processesWith(dataDir), [])
})

t.test('a killed service leaves its server to the next one, with all that was committed', async (t) => {
  const dataDir = await emptyDataDir(t)
  const killed = startProcess(t, [USER, 'service', dataDir])
  await query(await urlOf(killed), 'create table kept as select 42 as answer')
  killed.child.kill('SIGKILL')
  await killed.ended
  t.not(processesWith(`-D\0${dataDir}`).length, 0, 'the server was left behind')

  const next = await startEmbeddedPostgres({ dataDir })
  t.strictSame(await query(next.url, 'select answer from kept'), [{ answer: 42 }])
  await next.stop()
  t.strictSame(processesWith(dataDir), [], 'and is stopped with it')
})

t.test('service and server killed together: the next start recovers', async (t) => {
  const dataDir = await emptyDataDir(t)
  const killed = startProcess(t, [USER, 'service', dataDir])
  await query(await urlOf(killed), 'create table kept as select 42 as answer')
  signalAll([killed.pid, ...processesWith(`-D\0${dataDir}`)], 'SIGKILL')
  await killed.ended

  const next = await startEmbeddedPostgres({ dataDir })
  t.strictSame(await query(next.url, 'select answer from kept'), [{ answer: 42 }])
  await next.stop()
})

t.test('a server that dies is started again on the same port', async (t) => {
  const dataDir = await emptyDataDir(t)
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  const [postmaster = 0] = processesWith(`-D\0${dataDir}`)
  process.kill(postmaster, 'SIGKILL')
  await until(async () => !processesWith(`-D\0${dataDir}`).includes(postmaster), 'the end of the server')
  await until(
    () =>
      query(server.url, 'select 1').then(
        () => true,
        () => false,
      ),
    'a server at the same address',
  )
  t.ok(lines.includes('PostgreSQL went away; starting it again …'))
  await until(
    () =>
      startEmbeddedPostgres({ dataDir }).then(
        () => false,
        () => true,
      ),
    'the directory being taken again',
  )
  await server.stop()
  t.strictSame(processesWith(dataDir), [])
})

t.test('a pid file whose number belongs to another program by now is no obstacle', async (t) => {
  const dataDir = await emptyDataDir(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const [cluster = ''] = (await readdir(dataDir)).filter((name) => /^postgres-\w+$/.test(name))
  const pidFile = join(dataDir, cluster, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await server.stop()
  // PostgreSQL itself takes a living process of its own user for its server.
  const sleeper = startProcess(t, ['-e', 'setInterval(() => undefined, 1e6)'], {
    user: { uid: (await stat(join(dataDir, cluster))).uid, gid: (await stat(join(dataDir, cluster))).gid },
  })
  await writeFile(pidFile, [String(sleeper.pid), ...lines.slice(1)].join('\n'))

  const next = await startEmbeddedPostgres({ dataDir })
  t.strictSame(await query(next.url, 'select 1 as one'), [{ one: 1 }])
  await next.stop()
})

t.test('a missing cluster is not silently replaced by an empty one', async (t) => {
  const dataDir = await emptyDataDir(t)
  await writeFile(
    join(dataDir, 'postgres.json'),
    JSON.stringify({ directory: 'postgres-gone', password: 'x' }),
  )
  await t.rejects(startEmbeddedPostgres({ dataDir }), {
    name: 'EmbeddedPostgresError',
    message: /says that the database is in .*postgres-gone, but there is nothing/,
  })
})

t.test('data of another PostgreSQL version are left alone', async (t) => {
  const dataDir = await emptyDataDir(t)
  await (await startEmbeddedPostgres({ dataDir })).stop()
  const [cluster = ''] = (await readdir(dataDir)).filter((name) => /^postgres-\w+$/.test(name))
  await writeFile(join(dataDir, cluster, 'PG_VERSION'), '17\n')
  await t.rejects(startEmbeddedPostgres({ dataDir }), {
    message: /was written by PostgreSQL 17 and this release brings 18/,
  })
})

t.test('a file in place of the directory is named', async (t) => {
  const dataDir = join(await emptyDataDir(t), 'file')
  await writeFile(dataDir, '')
  await t.rejects(
    startEmbeddedPostgres({ dataDir }),
    new EmbeddedPostgresError(`DATA_DIR ${dataDir} is not a directory.`),
  )
})
