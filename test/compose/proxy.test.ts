import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MCP_PATHS } from '@ecmr/mcp'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { describedBy } from '../support/openapi.js'
import { composeFile, ROOT } from './compose-file.js'

const caddyfile = readFileSync(join(ROOT, 'infra/containers/Caddyfile'), 'utf8')

/** The service that Caddy forwards a path to, by its `path` matchers; private paths go to none. */
function takerOf(path: string): 'api' | 'mcp' | 'panel' | 'nobody' {
  if (isMatched('private', path)) return 'nobody'
  if (isMatched('api', path)) return 'api'
  return isMatched('mcp', path) ? 'mcp' : 'panel'
}

function isMatched(matcher: string, path: string): boolean {
  const [, patterns = ''] = new RegExp(`^\\s*@${matcher} path (.+)$`, 'm').exec(caddyfile) ?? []
  return patterns
    .split(' ')
    .some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
}

t.test('every described address of the api is passed on to it', async (t) => {
  const { document } = await describedBy(await buildTestApi(t))
  const paths = Object.keys(document.paths)
  t.not(paths.length, 0)
  t.strictSame(
    paths.filter((path) => takerOf(path) !== 'api'),
    [],
  )
  t.equal(takerOf('/api/docs'), 'api')
  t.equal(takerOf('/api/openapi.json'), 'api')
})

t.test(
  'what assistants ask for is passed on to the MCP service, here and where all share a port',
  async (t) => {
    for (const path of MCP_PATHS) {
      t.equal(takerOf(path), 'mcp', path)
      t.equal(takerOf(`${path}/below`), 'mcp', path)
      t.equal(takerOf(`${path}x`), 'panel', path)
    }
    t.equal(takerOf('/oauth/authorize'), 'panel')
  },
)

t.test('everything else is for people, except probes and metrics', async (t) => {
  for (const path of ['/', '/entrar', '/seguimiento/x', '/assets/panel.css', '/apiary', '/nothing-here'])
    t.equal(takerOf(path), 'panel', path)
  for (const path of ['/metrics', '/livez', '/readyz']) t.equal(takerOf(path), 'nobody', path)
})

t.test('the proxy serves the site at whose address the services say they are', async (t) => {
  const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
  t.match(caddyfile, /^\{\$SITE_URL\} \{$/m)
  t.equal(services.proxy?.environment.SITE_URL, services.api?.environment.SITE_URL)
})

t.test('the proxy passes on to the ports of all three, each behind its matcher', async (t) => {
  t.match(caddyfile, /handle @private \{\s+respond 404\s+\}/)
  t.match(caddyfile, /handle @api \{\s+reverse_proxy \{\s+dynamic a \{\s+name api\s+port 8080\s/)
  t.match(caddyfile, /handle @mcp \{\s+reverse_proxy \{\s+dynamic a \{\s+name mcp\s+port 8084\s/)
  t.match(caddyfile, /\thandle \{\s+reverse_proxy \{\s+dynamic a \{\s+name panel\s+port 8085\s/)
  t.equal(caddyfile.match(/^\t\t\timport shared$/gm)?.length, 3)
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
