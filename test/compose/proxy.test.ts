import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { problemView } from '@ecmr/contract'
import { DOCUMENT_PATHS } from '@ecmr/documents-service'
import { MCP_PATHS } from '@ecmr/mcp'
import { freePort } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { buildTestApi } from '../support/api.js'
import { startCaddy, withoutCaddy } from '../support/caddy.js'
import { asPromised } from '../support/contract.js'
import { describedBy } from '../support/openapi.js'
import { portOf } from '../support/port-of.js'
import { composeFile, ROOT } from './compose-file.js'

const caddyfile = readFileSync(join(ROOT, 'infra/containers/Caddyfile'), 'utf8')

/** The service that Caddy forwards a path to, by its `path` matchers; private paths go to none. */
function takerOf(path: string): 'api' | 'mcp' | 'documents' | 'panel' | 'none' {
  if (isMatched('private', path)) return 'none'
  if (isMatched('api', path)) return 'api'
  if (isMatched('mcp', path)) return 'mcp'
  return isMatched('documents', path) ? 'documents' : 'panel'
}

function isMatched(matcher: string, path: string): boolean {
  const [, patterns = ''] = new RegExp(`^\\s*@${matcher} path (.+)$`, 'm').exec(caddyfile) ?? []
  return patterns
    .split(' ')
    .some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
}

t.test('every address is passed on to the service that answers it', async (t) => {
  const { document } = await describedBy(await buildTestApi(t))
  const described = Object.keys(document.paths)
  t.not(described.length, 0)
  const takers = {
    api: [...described, '/api/docs', '/api/openapi.json'],
    mcp: MCP_PATHS.flatMap((path) => [path, `${path}/below`]),
    documents: DOCUMENT_PATHS.flatMap((path) => [path, `${path}/below`]),
    panel: [
      '/',
      '/entrar',
      '/seguimiento/x',
      '/assets/panel.css',
      '/apiary',
      '/nothing-here',
      '/oauth/authorize',
    ],
    none: ['/metrics', '/livez', '/readyz'],
  }
  takers.panel.push(...[...MCP_PATHS, ...DOCUMENT_PATHS].map((path) => `${path}x`))
  for (const [taker, paths] of Object.entries(takers))
    for (const path of paths) t.equal(takerOf(path), taker, path)
  const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
  t.match(caddyfile, /^\{\$SITE_URL\} \{$/m)
  t.equal(services.proxy?.environment.SITE_URL, services.api?.environment.SITE_URL)
})

t.test('the proxy passes on to the ports of all, each behind its matcher', async (t) => {
  t.match(caddyfile, /handle @private \{\s+respond 404\s+\}/)
  t.match(caddyfile, /handle @api \{\s+reverse_proxy \{\s+dynamic a \{\s+name api\s+port 8080\s/)
  t.match(caddyfile, /handle @mcp \{\s+reverse_proxy \{\s+dynamic a \{\s+name mcp\s+port 8084\s/)
  t.match(caddyfile, /handle @documents \{\s+reverse_proxy \{\s+dynamic a \{\s+name documents\s+port 8086\s/)
  t.match(caddyfile, /\thandle \{\s+reverse_proxy \{\s+dynamic a \{\s+name panel\s+port 8085\s/)
  t.equal(caddyfile.match(/^\t\t\timport shared$/gm)?.length, 4)
})

t.test('when no api answers, the proxy says so as the api would', async (t) => {
  const paths = /@api path (.+)/.exec(caddyfile)?.[1]
  for (const matcher of ['api_unreached \\{\\s+', 'api_lost '])
    t.equal(new RegExp(`@${matcher}path (.+)`).exec(caddyfile)?.[1], paths)
})

t.test('when no MCP service answers, the proxy says so in the form that each address speaks', async (t) => {
  const pathsOf = (matcher: string): string => new RegExp(`@${matcher} path (.+)`).exec(caddyfile)?.[1] ?? ''
  t.equal(`${pathsOf('mcp_lost')} ${pathsOf('oauth_lost')}`, pathsOf('mcp'))
  const bodyOf = (matcher: string): unknown => {
    const [, lost = ''] = new RegExp(`handle @${matcher} \\{([\\s\\S]+?)\n\t\t\\}`).exec(caddyfile) ?? []
    t.match(
      lost,
      /header Content-Type "application\/json; charset=utf-8"\s+header Cache-Control no-store\s+respond 503 /,
    )
    return JSON.parse(/body `(.+)`/.exec(lost)?.[1] ?? '')
  }
  t.match(bodyOf('mcp_lost'), { jsonrpc: '2.0', error: { code: -32_603, message: String }, id: null })
  t.match(bodyOf('oauth_lost'), { error: 'temporarily_unavailable', error_description: String })
})

t.test('when no panel answers, the proxy says so in a page, in both languages', async (t) => {
  const [, lost = ''] = /handle_errors[\s\S]+\thandle \{([\s\S]+?)\n\t\t\}/.exec(caddyfile) ?? []
  t.match(lost, /header Content-Type "text\/html; charset=utf-8"/)
  t.match(lost, /respond 503 \{\s+body `<!doctype html>\s+<html lang="es">[\s\S]+<section lang="en">/)
  t.notMatch(lost, /<script|<style|https?:/)
})

/** Where the api is to be found, as Caddy writes it. */
type Api = (freePort: number) => string
const nowhere: Api = (port) => `name api\nresolvers 127.0.0.1:${port}\nport 8080`
const stopped: Api = (port) => `name 127.0.0.1\nport ${port}`

/** The project's Caddyfile in front of such an api, with little patience. Gives the address of the proxy. */
async function proxyTo(t: Test, api: Api): Promise<string> {
  const [site, health, unused] = [await freePort(), await freePort(), await freePort()]
  const text = caddyfile
    // Debian's Caddy is older than that setting.
    .replace(/^\tpersist_config off$/m, '')
    .replace(/name api\s+port 8080/, api(unused))
    .replace('lb_try_duration 5s', 'lb_try_duration 200ms')
    .replace(':2020', `:${health}`)
  t.ok(text.includes(api(unused)))
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
  return asPromised(problemView, problem).code
}

t.test('nothing was recorded while there is no api', { skip: withoutCaddy }, async (t) => {
  for (const api of [nowhere, stopped]) {
    const url = await proxyTo(t, api)
    for (const method of ['GET', 'POST', 'DELETE']) t.equal(await codeOf(t, url, method), 'unavailable')
    t.equal((await fetch(`${url}/api/ecmrs`, { method: 'HEAD' })).status, 503)
  }
})

t.test(
  'what an api took and did not answer may be recorded if it writes',
  { skip: withoutCaddy },
  async (t) => {
    const port = await lostOnTheWay(t)
    const url = await proxyTo(t, () => `name 127.0.0.1\nport ${port}`)
    for (const method of ['POST', 'DELETE']) t.equal(await codeOf(t, url, method), 'outcome_unknown')
    t.equal(await codeOf(t, url, 'GET'), 'unavailable')
    t.match(caddyfile, /^\tpersist_config off$/m, 'Caddy writes its configuration nowhere')
  },
)
