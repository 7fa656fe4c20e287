import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { openPool, runAsLeader } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'

t.test('leading', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  const leading: string[] = []

  function candidate(name: string, url: string): { stop(): Promise<void> } {
    const stopping = new AbortController()
    const work = async (signal: AbortSignal): Promise<void> => {
      leading.push(name)
      await once(signal, 'abort')
      leading.splice(leading.indexOf(name), 1)
    }
    const running = runAsLeader({ url, name: 'the work', signal: stopping.signal, work })
    return {
      async stop() {
        stopping.abort()
        await running
      },
    }
  }

  const one = candidate('one', url)
  await until(() => leading.length === 1, 'a leader')
  const wire = await wireTo(t, url)
  const other = candidate('other', wire.url)

  await t.test('one leads at a time', async (t) => {
    await until(() => wire.attempts() >= 2, 'two attempts of the other one')
    t.strictSame(leading, ['one'])
    t.equal(wire.opened(), 1, 'over one connection')
  })

  await t.test('another takes over when the leader stops', async (t) => {
    await one.stop()
    await until(() => leading.length === 1, 'the next leader')
    t.strictSame(leading, ['other'])
  })

  await t.test('whose connection is lost stops, and competes again', async (t) => {
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader the work'",
    )
    await until(() => leading.length === 0, 'the end of the work')
    await until(() => leading.length === 1, 'the same leader again')
    t.strictSame(leading, ['other'])
    await other.stop()
    t.strictSame(leading, [])
  })
})

t.test('what a process leads shares a connection, and each is given back for itself', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const sessions = async (): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'leader %'`,
    )
    return rows.map(({ name }) => name)
  }
  const started: string[] = []
  const lead = (name: string): (() => Promise<void>) => {
    const stopping = new AbortController()
    const work = async (signal: AbortSignal): Promise<void> => {
      started.push(name)
      await once(signal, 'abort')
    }
    const running = runAsLeader({ url, name, signal: stopping.signal, work })
    return async () => {
      stopping.abort()
      await running
    }
  }
  const stopHistory = lead('history')
  const stopList = lead('list')
  await until(async () => (await sessions())[0] === 'leader history, list', 'both leads')
  t.equal((await sessions()).length, 1)

  const stopLong = lead('x'.repeat(50))
  await until(
    async () => (await sessions())[0] === 'leader history, list and 1 more',
    'a lead with a long name',
  )
  await stopLong()
  started.pop()
  t.same(await sessions(), ['leader history, list'])

  const stopSecond = lead('list')
  const { rowCount: isWonElsewhere } = await pool.query(
    `select where pg_try_advisory_lock(hashtextextended('list', 0))`,
  )
  t.equal(isWonElsewhere, 0)
  await stopHistory()
  t.same(await sessions(), ['leader list'])
  t.equal(started.length, 2, 'the second of the same name waits')
  await stopList()
  await until(() => started.length === 3, 'the lead of the second')
  await stopSecond()
  t.same(await sessions(), [], 'the last one closes the connection')
})

t.test('an error of the work is reported, and the work is restarted', async (t) => {
  const url = await testDatabase(t)
  const stopping = new AbortController()
  const errors: unknown[] = []
  let runs = 0
  await runAsLeader({
    url,
    name: 'shaky work',
    signal: stopping.signal,
    async work() {
      runs++
      if (runs === 1) throw new Error('first time')
      stopping.abort()
    },
    onError: (error) => errors.push(error),
  })
  t.equal(runs, 2)
  t.match(errors, [{ message: 'first time' }])
})

t.test('a leader that is cut off is succeeded within 5 s, and stops', async (t) => {
  const url = await testDatabase(t)
  const wire = await wireTo(t, url)
  const stopping = new AbortController()
  const leading = new Set<string>()
  const candidate = (name: string, url: string): Promise<void> =>
    runAsLeader({
      url,
      name: 'the work',
      signal: stopping.signal,
      async work(signal) {
        leading.add(name)
        await once(signal, 'abort')
        leading.delete(name)
      },
    })
  const first = candidate('cut off', wire.url)
  await until(() => leading.has('cut off'), 'a leader')
  const second = candidate('successor', url)
  wire.cut()
  await until(() => leading.has('successor'), 'the successor')
  await until(() => !leading.has('cut off'), 'the end of the work of the one that is cut off')
  stopping.abort()
  wire.close()
  await Promise.all([first, second])
})

t.test('those that try over a connection that is lost have no error of their own', async (t) => {
  const url = await testDatabase(t)
  const wire = await wireTo(t, url)
  const stopping = new AbortController()
  const leading: string[] = []
  const errors: string[] = []
  const lead = (at: string, name: string): Promise<void> =>
    runAsLeader({
      ...{ url: at, name, signal: stopping.signal },
      async work(signal) {
        leading.push(name)
        await once(signal, 'abort')
      },
      onError: (error) => errors.push(String(error)),
    })
  const names = ['first', 'second', 'third']
  const holders = names.map((name) => lead(url, name))
  await until(() => leading.length === names.length, 'leaders')
  const candidates = names.map((name) => lead(wire.url, name))
  await until(() => wire.attempts() >= names.length, 'an attempt of each of the others')
  wire.cut()
  await until(() => wire.opened() === 2, 'the next connection')
  stopping.abort()
  wire.close()
  await Promise.all([...holders, ...candidates])
  t.ok(errors.length <= 1, errors.join())
})

interface Wire {
  readonly url: string
  /** how many connections have gone over it */
  opened(): number
  /** how often a lock was tried over it */
  attempts(): number
  cut(): void
  close(): void
}

/** A wire to the server that can go dead without either end noticing. */
async function wireTo(t: Test, url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  let isCut = false
  let opened = 0
  let attempts = 0
  const proxy = createServer((inner) => {
    opened += 1
    const outer = connect(Number(port), hostname)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.push(from)
      from.on('data', (chunk: Buffer) => {
        if (chunk.includes('pg_try_advisory_lock')) attempts += 1
        if (!isCut) to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => void (isCut || to.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' ? address?.port : undefined)
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  }
  t.teardown(close)
  return {
    url: through.href,
    opened: () => opened,
    attempts: () => attempts,
    cut: () => {
      isCut = true
    },
    close,
  }
}
