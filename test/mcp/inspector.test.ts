import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t from 'tap'
import { listeningSite } from '../support/site.js'
import { ClientMemory } from './clients.js'

// What happens when someone presses "Connect" in MCP Inspector (0.15.0 to 0.19.0): its proxy, which has no way to log in, calls us, and
// its page gets no more than the sentence of the error. Then the page itself looks for the consent page, as a browser of another origin.

const ORIGIN = 'http://localhost:6274'
const site = await listeningSite(t)
const endpoint = new URL(`${site.siteUrl}/mcp`)

/** As its page looks at an error, in each of these versions. */
const isAboutLogin = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes('401') || error.message.includes('Unauthorized'))

t.test('the sentence that its proxy passes on says that a login is needed', async (t) => {
  for (const headers of [{}, { authorization: 'Bearer nonsense' }] as const) {
    const transport = new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } })
    const error = await new Client({ name: 'proxy', version: '1.0.0' }).connect(transport).catch(String)
    t.match(error, /401 Unauthorized: (send|the) /)
    t.ok(isAboutLogin(new Error(String(error))))
  }
})

t.test('its page, which browsers let see what other origins allow, finds the consent page', async (t) => {
  const memory = new ClientMemory('MCP Inspector', `${ORIGIN}/oauth/callback`)
  const asked: string[] = []
  const fetchFn = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    asked.push(new URL(url).pathname)
    return asBrowser(url, init)
  }
  t.equal(await auth(memory, { serverUrl: endpoint, fetchFn }), 'REDIRECT')
  t.match(memory.wanted?.href, `${site.siteUrl}/oauth/authorize?`)
  t.match(asked, [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/oauth/register',
  ])
  // 0.15.0 asks at the root.
  const headers = { 'MCP-Protocol-Version': '2025-06-18' }
  const root = await asBrowser(`${site.siteUrl}/.well-known/oauth-protected-resource`, { headers })
  t.match(await root.json(), { resource: endpoint.href })
})

const SIMPLE = new Set(['accept', 'content-type'])

/** A request of a page of another origin: with a preflight where one is due, and refused where our headers do not allow it. */
async function asBrowser(url: string | URL, { headers, ...init }: RequestInit): Promise<Response> {
  const sent = new Headers(headers)
  const isJson = sent.get('content-type') === 'application/json'
  const wanted = [...sent.keys()].filter((name) => !SIMPLE.has(name) || (name === 'content-type' && isJson))
  if (wanted.length > 0) {
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': init.method ?? 'GET',
        'access-control-request-headers': wanted.join(),
      },
    })
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/, */)
    const refused = wanted.filter((name) => !allowed.includes(name))
    if (!preflight.ok || !isShared(preflight) || refused.length > 0)
      throw new TypeError(`${url}: the preflight allows no ${refused.join(' and ')}`)
  }
  sent.set('origin', ORIGIN)
  const answer = await fetch(url, { ...init, headers: sent })
  if (!isShared(answer)) throw new TypeError(`${url}: ${ORIGIN} may not read this`)
  return answer
}

function isShared({ headers }: Response): boolean {
  return ['*', ORIGIN].includes(headers.get('access-control-allow-origin') ?? '')
}
