import { buildMcp, type McpDependencies, type McpServer } from '@ecmr/mcp'
import t, { type Test } from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { ask, post } from './oauth-caller.js'

const mcp = await buildTestMcp(t)
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

async function limited(t: Test, limits: McpDependencies['limits']): Promise<McpServer> {
  const app = await buildMcp({ ...mcp.dependencies, limits })
  t.teardown(() => app.close())
  return app
}

function call(app: McpServer, token: string | undefined, remoteAddress = '198.51.100.1') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return ask(app, { method: 'POST', url: '/mcp', payload: ping, headers, remoteAddress })
}

t.test('a grant may ask so often a minute, and no other is held up by it', async (t) => {
  const app = await limited(t, { perGrant: 3, perAddress: 2 })
  const [busy, calm] = [await mcp.connect(mcp.haulier), await mcp.connect(mcp.haulier)]
  for (let times = 0; times < 3; times++) t.equal((await call(app, busy.access_token)).status, 200)
  const { status, headers, json } = await call(app, busy.access_token)
  t.equal(status, 429)
  t.match(headers['retry-after'], /^\d+$/)
  t.match(json, {
    jsonrpc: '2.0',
    error: { code: -32_000, message: /^At most 3 requests a minute/ },
    id: null,
  })
  t.equal((await call(app, calm.access_token)).status, 200, 'of the same address and company')
})

t.test('the assistants of a company share a limit', async (t) => {
  const app = await limited(t, { perGrant: 3, perCompany: 4, perAddress: 2 })
  const [one, other, rival] = [
    await mcp.connect(mcp.haulier),
    await mcp.connect(mcp.haulier),
    await mcp.connect(mcp.rival),
  ]
  const statuses: number[] = []
  for (const { access_token } of [one, one, one, one, other, other])
    statuses.push((await call(app, access_token)).status)
  t.same(statuses, [200, 200, 200, 429, 200, 429], 'what a grant is refused uses up nothing of it')
  t.equal((await call(app, rival.access_token)).status, 200)
})

t.test('requests without a token are limited per address', async (t) => {
  const app = await limited(t, { perGrant: 100, perAddress: 3 })
  for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/nowhere'])
    t.not((await post(app, url, {})).status, 429, url)
  const { status, headers, json } = await post(app, '/oauth/token', {})
  t.equal(status, 429)
  t.match(headers['retry-after'], /^\d+$/)
  t.match(json, { error: 'temporarily_unavailable', error_description: /^At most 3 requests a minute/ })
  t.equal((await call(app, undefined, '127.0.0.1')).status, 429, 'at the MCP endpoint as well')
  t.equal((await ask(app, { method: 'GET', url: '/.well-known/oauth-protected-resource' })).status, 429)
  t.equal((await call(app, undefined, '198.51.100.2')).status, 401, 'another address')
})

t.test('bad tokens are not looked up any more when they are too many', async (t) => {
  let lookups = 0
  const tokens = {
    ...mcp.dependencies.tokens,
    authenticate: async () => {
      lookups += 1
      return undefined
    },
  }
  const app = await buildMcp({ ...mcp.dependencies, tokens, limits: { perGrant: 100, perAddress: 3 } })
  t.teardown(() => app.close())
  const answers: number[] = []
  for (let times = 0; times < 8; times++) answers.push((await call(app, `ecmr_at_${times}`)).status)
  t.same(answers, [401, 401, 401, 401, 429, 429, 429, 429])
  t.equal(lookups, 4)
  t.equal((await call(app, 'ecmr_at_x', '198.51.100.2')).status, 401)
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'])
    await call(app, 'ecmr_at_x', address)
  t.equal((await call(app, 'ecmr_at_x', '2001:db8::5')).status, 429, 'a network of IPv6 is one address')
})
