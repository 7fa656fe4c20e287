import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type EventStore, openEventStoreDb, START } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { eventsOf, followUntil, ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { selfSigned } from '../support/self-signed.js'
import { until } from '../support/until.js'
import { eventStoreDbLog, PATIENCE_MS } from './eventstoredb-log.js'

t.test('where nothing listens, everything says that the store is unavailable', async (t) => {
  const store = await opened(t, 'esdb://127.0.0.1:1?tls=false')
  await unavailable(t, store, /^EventStoreDB at 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/)
})

t.test('a server of another kind is recognised by its answers', async (t) => {
  const port = await listening(
    t,
    createHttpServer((_request, response) => response.end()),
  )
  const store = await opened(t, `esdb://127.0.0.1:${port}?tls=false`)
  await unavailable(t, store, /does not speak gRPC: something else listens there, or it expects TLS$/)
})

t.test('a server that accepts and never answers is given up within the time', async (t) => {
  const port = await listening(t, createServer())
  const store = await opened(t, `esdb://127.0.0.1:${port}?tls=false&defaultDeadline=200`)
  await unavailable(t, store, /did not answer within 200 ms$/)
})

t.test('TLS', async (t) => {
  const tls = selfSigned()
  const { server } = await eventStoreDbLog(t, { tls })
  const file = join(t.testdir(), 'ca.pem')
  await writeFile(file, tls.cert)

  await t.test('is used, with the authority that the connection string names', async (t) => {
    const store = await opened(t, `esdb://127.0.0.1:${server.port}?tlsCAFile=${encodeURIComponent(file)}`)
    t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true })
  })

  await t.test('is not used with an untrusted certificate', async (t) => {
    const store = await opened(t, `esdb://127.0.0.1:${server.port}`)
    await unavailable(t, store, /shows a certificate that is not trusted .* tlsCAFile in EVENTSTOREDB_URL/)
  })

  await t.test('may go unchecked if the connection string says so', async (t) => {
    const store = await opened(t, `esdb://127.0.0.1:${server.port}?tlsVerifyCert=false`)
    t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true })
  })

  await t.test('is missed, on either side, in a sentence that says so', async (t) => {
    const plain = await eventStoreDbLog(t)
    const secure = await opened(t, `esdb://127.0.0.1:${plain.server.port}`)
    await unavailable(
      t,
      secure,
      /answers without TLS; if that is intended, add tls=false to EVENTSTOREDB_URL/,
    )
    const insecure = await opened(t, `esdb://127.0.0.1:${server.port}?tls=false`)
    await unavailable(t, insecure, /may expect TLS, where EVENTSTOREDB_URL says tls=false/)
  })
})

t.test('credentials', async (t) => {
  const tls = selfSigned()
  const { server } = await eventStoreDbLog(t, { tls, users: { clerk: 's:e/c@ret' } })
  const at = `127.0.0.1:${server.port}?tlsVerifyCert=false`

  await t.test('are sent as the connection string has them', async (t) => {
    const store = await opened(t, `esdb://clerk:${encodeURIComponent('s:e/c@ret')}@${at}`)
    t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true })
    t.not(await store.head(), START)
  })

  await t.test('that are wrong are refused, and never repeated', async (t) => {
    const problems: string[] = []
    const store = await opened(t, `esdb://clerk:wrong-password@${at}`, (error) => {
      if (error) problems.push(error.message)
    })
    await unavailable(
      t,
      store,
      /^EventStoreDB at 127\.0\.0\.1:\d+ refuses the credentials of EVENTSTOREDB_URL/,
    )
    const stop = new AbortController()
    for await (const _item of store.follow({
      after: START,
      categories: ['ecmr'],
      signal: follows(stop, problems),
    }));
    t.match(problems[0], /refuses the credentials/)
    t.notMatch(problems.join(), /wrong-password/)
  })

  await t.test('that are missing are asked for', async (t) => {
    await unavailable(t, await opened(t, `esdb://${at}`), /asks for credentials; EVENTSTOREDB_URL has none/)
  })
})

t.test(
  'a connection string that cannot be used is a sentence at opening, without its password',
  async (t) => {
    const wrong = {
      'esdb://user:secret@': /hosts are not of the form/,
      'http://user:secret@host:2113': /not of the form esdb:\/\//,
      'esdb://user:secret@host:port': /hosts are not of the form/,
      'esdb://user:secret@host:99999': /hosts are not of the form/,
      'esdb://secret@host': /credentials are not of the form/,
      'esdb://user:secret@host?tls=perhaps': /tls is neither true nor false/,
      'esdb://user:secret@host?tlsCaFiel=x': /no option "tlscafiel"/,
      'esdb://user:secret@host?keepAliveTimeout=soon': /keepAliveTimeout is not a whole number/,
      'esdb://user:secret@host?nodePreference=best': /nodePreference is none of leader/,
      'esdb://user:secret@host?tlsCAFile=/nowhere/ca.pem':
        /the file that tlsCAFile names cannot be read: ENOENT/,
      'esdb://user:secret@host?userCertFile=/x': /only make sense together/,
      'esdb://user:secret%@host': /two hexadecimal digits/,
    }
    for (const [url, message] of Object.entries(wrong)) {
      const error = await openEventStoreDb({ url }).catch((error: unknown) => error)
      t.match(error, { name: 'WrongConnectionString', message }, url)
      t.notMatch(String(error), /secret/)
    }
  },
)

t.test('every spelling of the scheme is understood', async (t) => {
  const { server } = await eventStoreDbLog(t)
  for (const scheme of ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover', 'kurrent']) {
    const store = await opened(
      t,
      `${scheme}://127.0.0.1:${server.port}/?TLS=false&throwOnAppendFailure=false`,
    )
    t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true }, scheme)
  }
})

t.test(
  'of a cluster, the leader is used, whichever host is named, and the next leader after it',
  async (t) => {
    const [one, other] = [await eventStoreDbLog(t), await eventStoreDbLog(t)]
    const endpoint = (port: number) => ({ host: '127.0.0.1', port })
    one.server.faults.notLeader(endpoint(other.server.port))
    const hosts = `127.0.0.1:${one.server.port},127.0.0.1:${other.server.port}`
    const single = await opened(t, one.server.url)
    const several = await opened(t, `esdb://${hosts}?tls=false`)
    const discovering = await opened(t, `esdb+discover://127.0.0.1:${one.server.port}?tls=false`)
    const all = await opened(t, other.server.url)
    for (const store of [single, several, discovering]) {
      const stream = newStream()
      t.match(await store.append(stream, 'no_stream', [newEvent()]), { ok: true })
      t.equal((await all.readStream(stream)).length, 1)
      t.equal((await store.readStream(stream)).length, 1)
      t.equal(await store.head(), await all.head())
    }
    other.server.faults.notLeader(endpoint(one.server.port))
    one.server.faults.notLeader(undefined)
    t.match(await several.append(newStream(), 'no_stream', [newEvent()]), { ok: true })
  },
)

t.test('a cluster without a leader is waited for, but not indefinitely', async (t) => {
  const [one, other] = [await eventStoreDbLog(t), await eventStoreDbLog(t)]
  one.server.faults.notLeader({ host: '127.0.0.1', port: other.server.port })
  other.server.faults.notLeader({ host: '127.0.0.1', port: one.server.port })
  const store = await opened(t, one.server.url)
  await unavailable(t, store, /does not lead its cluster, and no leader could be reached in time$/)
})

t.test('a cluster that was away altogether is found again', async (t) => {
  const first = await startEventStoreDb()
  const url = `esdb://127.0.0.1:${first.port},127.0.0.1:1?tls=false&maxDiscoverAttempts=2`
  const store = await opened(t, url)
  await first.stop()
  await unavailable(t, store, /does not answer, or no server of the cluster leads it$/)
  const again = await startEventStoreDb({ port: first.port })
  t.teardown(() => again.stop())
  t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true })
})

t.test(
  'what was being read when the connection broke is read again, and appends are not repeated',
  async (t) => {
    const { server, open } = await eventStoreDbLog(t)
    const wire = await cutableWire(t, server.port)
    const writer = await open()
    const stream = newStream()
    const events = newEvents(3)
    await writer.append(stream, 'no_stream', events)
    const recorded = ids(events)
    const store = await opened(t, `esdb://127.0.0.1:${wire.port}?tls=false&defaultDeadline=${PATIENCE_MS}`)
    const readings = (): Promise<readonly unknown[]> =>
      Promise.all([
        store.readStream(stream).then(ids),
        store.readStreamEnd(stream, { limit: 3 }).then(ids),
        store.readAll({ after: START, limit: 3 }).then(ids),
        store.head(),
      ])
    const expected = [recorded, recorded, recorded, await writer.head()]
    for (const [before, calls] of [
      ['what the server can do is known', 1],
      ['it is read', 4],
    ] as const) {
      server.faults.hang()
      const answers = readings()
      await until(() => server.faults.waiting() >= calls, 'the server has the calls')
      wire.cut()
      server.faults.resume()
      t.strictSame(await answers, expected, `it broke before ${before}`)
    }
    server.faults.hang()
    const append = store.append(stream, 2, [newEvent()])
    await until(() => server.faults.waiting() > 0, 'the append reaches the server')
    wire.cut()
    await t.rejects(append, { name: 'OutcomeUnknown', message: /Connection dropped/ })
    server.faults.resume()
  },
)

t.test('a connection that died without a word is noticed, and what came meanwhile is not lost', async (t) => {
  const { server, open } = await eventStoreDbLog(t)
  const wire = await cutableWire(t, server.port)
  const writer = await open()
  await writer.append(newStream(), 'no_stream', [newEvent()])
  const query = 'tls=false&keepAliveInterval=100&keepAliveTimeout=100'
  const store = await opened(t, `esdb://127.0.0.1:${wire.port}?${query}`)
  let wasCut = false
  const items = await followUntil(
    store,
    { after: START },
    (all) => eventsOf(all).length === 2,
    (item) => {
      if (item.kind !== 'caught_up' || wasCut) return
      wasCut = true
      wire.silence()
      void writer.append(newStream(), 'no_stream', [newEvent()])
    },
  )
  t.equal(eventsOf(items).length, 2)
})

async function opened(
  t: Test,
  url: string,
  onProblem?: (error: Error | undefined) => void,
): Promise<EventStore> {
  const store = await openEventStoreDb({ url, ...(onProblem && { onProblem }) })
  t.teardown(() => store.close())
  return store
}

async function unavailable(t: Test, store: EventStore, message: RegExp): Promise<void> {
  const expected = { name: 'StoreUnavailable', message }
  await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]), expected)
  await t.rejects(store.readStream(newStream()), expected)
  await t.rejects(store.readAll({ after: START, limit: 1 }), expected)
  await t.rejects(store.head(), expected)
}

/** A signal that aborts when the first problem has been reported. */
function follows(stop: AbortController, problems: readonly string[]): AbortSignal {
  const timer = setInterval(() => {
    if (problems.length === 0) return
    clearInterval(timer)
    stop.abort()
  }, 10)
  return stop.signal
}

/** Returns the port. */
async function listening(t: Test, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

interface Wire {
  readonly port: number
  /** The present connections fall silent, as when a cable is pulled. */
  silence(): void
  /** The present connections break. */
  cut(): void
}

/** A way to a server that has faults of its own. */
async function cutableWire(t: Test, to: number): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const proxy = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    pairs.add([near, far])
  })
  const port = await listening(t, proxy)
  t.teardown(() => {
    for (const [, far] of pairs) far.destroy()
  })
  const cut = (): void => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    port,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    cut,
  }
}
