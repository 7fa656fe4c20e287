import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openListener, openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { openGate } from '../support/gate.js'
import { until } from '../support/until.js'

t.test('a listener', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  const listener = openListener(url, 'test')
  t.teardown(() => listener.close())
  const heard: (string | undefined)[] = []
  const stop = listener.on('news', (payload) => heard.push(payload))
  const second: (string | undefined)[] = []
  listener.on('news', (payload) => second.push(payload))
  const notify = (payload: string) => pool.query('select pg_notify($1, $2)', ['news', payload])

  await t.test('hears what is sent after it is ready, on its own channel', async (t) => {
    await listener.ready()
    heard.length = 0
    second.length = 0
    await pool.query("select pg_notify('other', 'x')")
    await notify('one')
    await until(() => heard.includes('one') && second.includes('one'), 'the notification')
    t.strictSame(heard, ['one'])
  })

  await t.test('calls once without a payload after its connection was lost, and hears again', async () => {
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test listener'",
    )
    await until(() => heard.includes(undefined), 'the wake-up after the reconnection')
    await notify('two')
    await until(() => heard.includes('two'), 'the next notification')
  })

  await t.test('a channel can be added later', async () => {
    const late: (string | undefined)[] = []
    listener.on('late news', (payload) => late.push(payload))
    await listener.ready()
    await pool.query("select pg_notify('late news', 'here')")
    await until(() => late.includes('here'), 'the notification on the new channel')
  })

  await t.test('who has stopped is not called any more', async (t) => {
    stop()
    await notify('three')
    await until(() => second.includes('three'), 'the notification')
    t.notOk(heard.includes('three'))
  })
})

t.test('a listener says that its connection is lost before the server can be reached again', async (t) => {
  const url = new URL(await testDatabase(t))
  const server = Number(url.port)
  const gate = await openGate(t)
  await gate.open(server)
  url.port = String(gate.port)
  const listener = openListener(url.href, 'lost')
  t.teardown(() => listener.close())
  const heard: string[] = []
  listener.on(
    'news',
    () => heard.push('connected'),
    () => heard.push('lost'),
  )
  await until(() => heard.includes('connected'), 'the connection')
  gate.close()
  await until(() => heard.includes('lost'), 'the loss')
  t.strictSame(heard, ['connected', 'lost'])
  await gate.open(server)
  await until(() => heard.length === 3, 'the reconnection')
  t.strictSame(heard, ['connected', 'lost', 'connected'])
})

t.test('a listener without a server waits quietly, and can be closed', async (t) => {
  const listener = openListener('postgres://unknown@127.0.0.1:1/none', 'lonely')
  listener.on('news', () => t.fail('called'))
  await listener.ready()
  await listener.close()
  t.pass('neither threw')
})

t.test('a listener whose connection was cut off without a word notices, and connects again', async (t) => {
  const url = new URL(await testDatabase(t))
  const pool = openPool({ url: url.href, max: 1, name: 'test' })
  t.teardown(() => pool.end())
  const gate = await openGate(t)
  await gate.open(Number(url.port))
  url.port = String(gate.port)
  const listener = openListener(url.href, 'cut off')
  t.teardown(() => listener.close())
  const heard: (string | undefined)[] = []
  listener.on('news', (payload) => heard.push(payload))
  await listener.ready()
  heard.length = 0
  gate.freeze()
  gate.thaw()
  await until(() => heard.includes(undefined), 'the wake-up after the reconnection')
  await pool.query("select pg_notify('news', 'one')")
  await until(() => heard.includes('one'), 'the notification')
})

/** A message of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

t.test(
  'a connection that ends in the moment in which it answers is not taken for one that is there',
  async (t) => {
    const ready = message('Z', 'I')
    const accepted = Buffer.concat([message('R', '\0\0\0\0'), ready])
    const listening = Buffer.concat([message('C', 'LISTEN\0'), ready])
    const ended = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0')
    let connections = 0
    const server = createServer((socket) => {
      const answer = ++connections === 1 ? Buffer.concat([listening, ended]) : listening
      socket.on('data', (data) => socket.write(data.toString('latin1', 0, 1) === 'Q' ? answer : accepted))
    }).listen(0, '127.0.0.1')
    t.teardown(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const listener = openListener(`postgres://test@127.0.0.1:${port}/test`, 'test')
    const heard: string[] = []
    listener.on(
      'news',
      () => heard.push('connected'),
      () => heard.push('lost'),
    )
    await until(() => connections === 2 && heard.length > 0, 'the second connection')
    await listener.close()
    t.strictSame(heard, ['connected'])
  },
)
