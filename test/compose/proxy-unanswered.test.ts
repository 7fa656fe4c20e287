import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { problemView } from '@ecmr/contract'
import { Value } from '@sinclair/typebox/value'
import t, { type Test } from 'tap'
import { startCaddy, withoutCaddy } from '../support/caddy.js'
import { freePort, portOf } from '../support/port-of.js'
import { ROOT } from './compose-file.js'

const caddyfile = readFileSync(join(ROOT, 'infra/containers/Caddyfile'), 'utf8')

/** Where the api is to be found, as Caddy writes it. */
type Api = (freePort: number) => string
const nowhere: Api = (port) => `name api\nresolvers 127.0.0.1:${port}\nport 8080`
const stopped: Api = (port) => `name 127.0.0.1\nport ${port}`

/** The project's Caddyfile in front of such an api, with little patience. Gives the address of the proxy. */
async function proxyTo(t: Test, api: Api): Promise<string> {
  const [site, health, nobody] = [await freePort(), await freePort(), await freePort()]
  const text = caddyfile
    // Debian's Caddy is older than that setting.
    .replace(/^\tpersist_config off$/m, '')
    .replace(/name api\s+port 8080/, api(nobody))
    .replace('lb_try_duration 5s', 'lb_try_duration 200ms')
    .replace(':2020', `:${health}`)
  t.ok(text.includes(api(nobody)))
  await startCaddy(t, text, `http://127.0.0.1:${site}`)
  return `http://127.0.0.1:${site}`
}

/** An api that takes requests and ends before it answers. Gives its port. */
async function lostOnTheWay(t: Test): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.destroy())
  })
  t.teardown(() => server.close())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return portOf(server)
}

/** The code of the problem that the proxy answers, which is a whole one. */
async function codeOf(t: Test, url: string, method: string): Promise<string> {
  const response = await fetch(`${url}/api/ecmrs`, { method, ...(method === 'POST' && { body: '{}' }) })
  t.equal(response.status, 503)
  t.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  t.equal(response.headers.get('retry-after'), '5')
  const problem: unknown = await response.json()
  t.strictSame([...Value.Errors(problemView, problem)], [])
  return Value.Parse(problemView, problem).code
}

t.test('nothing was recorded while there is no api', { skip: withoutCaddy }, async (t) => {
  for (const api of [nowhere, stopped]) {
    const url = await proxyTo(t, api)
    t.equal(await codeOf(t, url, 'GET'), 'unavailable')
    t.equal(await codeOf(t, url, 'POST'), 'unavailable')
    t.equal(await codeOf(t, url, 'DELETE'), 'unavailable')
    t.equal((await fetch(`${url}/api/ecmrs`, { method: 'HEAD' })).status, 503)
  }
})

t.test(
  'what an api took and did not answer may be recorded, if it was a write',
  { skip: withoutCaddy },
  async (t) => {
    const port = await lostOnTheWay(t)
    const url = await proxyTo(t, () => `name 127.0.0.1\nport ${port}`)
    t.equal(await codeOf(t, url, 'POST'), 'outcome_unknown')
    t.equal(await codeOf(t, url, 'DELETE'), 'outcome_unknown')
    t.equal(await codeOf(t, url, 'GET'), 'unavailable')
  },
)

t.test('Caddy writes its configuration nowhere', async (t) => {
  t.match(caddyfile, /^\tpersist_config off$/m)
})
