import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemView } from '@ecmr/http-contract'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { describedBy } from '../support/openapi.js'
import { composeFile, ROOT } from './compose-file.js'

const caddyfile = readFileSync(join(ROOT, 'infra/containers/Caddyfile'), 'utf8')

/** What Caddy's `path` matcher lets through. */
function isPublic(path: string): boolean {
  const [, patterns = ''] = /^\s*@public path (.+)$/m.exec(caddyfile) ?? []
  return patterns
    .split(' ')
    .some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
}

t.test('every described address of the api is public, probes and metrics are not', async (t) => {
  const { document } = await describedBy(await buildTestApi(t))
  const paths = Object.keys(document.paths)
  t.not(paths.length, 0)
  t.strictSame(
    paths.filter((path) => !isPublic(path)),
    [],
  )
  t.ok(isPublic('/api/docs'))
  t.ok(isPublic('/api/openapi.json'))
  for (const path of ['/metrics', '/livez', '/readyz', '/apiary', '/']) t.notOk(isPublic(path), path)
})

t.test('the proxy serves the site at whose address the services say they are', async (t) => {
  const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
  t.match(caddyfile, /^\{\$SITE_URL\} \{$/m)
  t.equal(services.proxy?.environment.SITE_URL, services.api?.environment.SITE_URL)
})

t.test('the proxy passes on to the port of the api', async (t) => {
  t.match(caddyfile, /dynamic a \{\s+name api\s+port 8080\s/)
})

t.test('when no api answers, the proxy says so as the api would', async (t) => {
  const [, body = ''] = /body `(.+)`/.exec(caddyfile) ?? []
  t.strictSame([...Value.Errors(problemView, JSON.parse(body))], [])
  t.match(caddyfile, /header Content-Type "application\/problem\+json; charset=utf-8"/)
})
