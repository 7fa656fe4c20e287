import { once } from 'node:events'
import { connect } from 'node:net'
import { commandHandler } from '@ecmr/application'
import { createExample } from '@ecmr/contract'
import { pino } from 'pino'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)

t.test('closing lets requests under way finish', async (t) => {
  let arrived = (): void => {}
  let goOn = (): void => {}
  const atWork = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const commands = commandHandler({ store: api.recorded, keys: api.dataKeys })
  const { app, haulier } = await api.another({
    commands: {
      async handle(request) {
        arrived()
        await mayGoOn
        return commands.handle(request)
      },
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'x-api-key': haulier.key, 'content-type': 'application/json' }
  const answer = fetch(`${url}/api/ecmrs`, { method: 'POST', headers, body: JSON.stringify(createExample) })
  await atWork
  const closed = app.close()
  goOn()
  t.equal((await answer).status, 201)
  await closed
  await t.rejects(fetch(`${url}/livez`))
})

t.test('what is no HTTP at all is answered with problem details', async (t) => {
  const { app } = await api.another()
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const say = async (text: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.setEncoding('utf8').end(text)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'close')
    return answer
  }
  const nonsense = await say('NONSENSE\r\n\r\n')
  t.match(
    nonsense,
    /^HTTP\/1\.1 400 Bad Request\r\n.*application\/problem\+json.*"code":"malformed_request"/s,
  )
  const long = await say(`GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`)
  t.match(long, /^HTTP\/1\.1 431 .*"type":"https:\/\/ecmr\.example\/errors\/request_headers_too_large"/s)
})

t.test('a request leaves one line at level debug, none above, and never a key', async (t) => {
  const lines: string[] = []
  const logTo = (level: string) => pino({ level }, { write: (line: string) => void lines.push(line) })
  const chatty = await api.another({ logger: logTo('debug') })
  await chatty.haulier.create()
  const answered = lines.filter((line) => line.includes('answered'))
  t.equal(answered.length, 1)
  t.match(JSON.parse(answered[0] ?? ''), {
    method: 'POST',
    route: '/api/ecmrs',
    status: 201,
    request_id: String,
  })
  t.notOk(lines.some((line) => line.includes(chatty.haulier.key)))
  lines.length = 0
  const quiet = await api.another({ logger: logTo('info') })
  await quiet.haulier.create()
  t.same(lines, [])
})

t.test('a server error is logged with the request id that the client received', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const handle = async () => Promise.reject(new Error('boom'))
  const { haulier } = await api.another({ logger, commands: { handle } })
  const answer = await haulier.call('POST', '/api/ecmrs', createExample)
  t.equal(answer.status, 500)
  t.match(JSON.parse(lines[0] ?? ''), { request_id: answer.problem().request_id, err: { message: 'boom' } })
})
