import t, { type Test } from 'tap'
import { startOn } from '../all-in-one/service.js'
import { patternsOf } from '../panel/every-address.js'
import { startReady, stopAll } from '../processes/service.js'
import { describedBy } from '../support/openapi.js'
import { buildTestApi } from '../support/api.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { buildTestPanel } from '../support/panel.js'

const MOST_SERIES = 3_000
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000' }

interface Route {
  readonly method: string
  readonly path: string
}

/** Every route of the REST interface and of the panel. */
async function allRoutes(
  t: Test,
): Promise<{ readonly api: readonly Route[]; readonly panel: readonly Route[] }> {
  const { operations } = await describedBy(await buildTestApi(t))
  const api = operations.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, 'nothing'),
  }))
  const panel = patternsOf(await buildTestPanel(t)).flatMap(([pattern, methods]) =>
    methods.map((method) => ({
      method,
      path: pattern.replaceAll(/:\w+/g, 'nothing').replaceAll('*', 'nothing'),
    })),
  )
  return { api, panel }
}

/** Asks for each route once, without a key and as nobody: the answer does not matter. */
async function askFor(url: string, routes: readonly Route[]): Promise<void> {
  for (const { method, path } of routes)
    await (await fetch(`${url}${path}`, { method, redirect: 'manual' })).text()
}

/** How many series a process has, and which metrics have the most. */
async function seriesOf(metricsUrl: string): Promise<{ readonly count: number; readonly largest: string }> {
  const lines = (await (await fetch(metricsUrl)).text()).split('\n').filter((line) => /^[a-z]/.test(line))
  const byName = new Map<string, number>()
  for (const line of lines) {
    const name = line.replace(/[{ ].*$/, '')
    byName.set(name, (byName.get(name) ?? 0) + 1)
  }
  const largest = [...byName].sort(([, a], [, b]) => b - a).slice(0, 8)
  return { count: lines.length, largest: largest.map((entry) => entry.join(' ')).join(', ') }
}

t.test('a process has fewer than 3,000 series, even when every route was asked for', async (t) => {
  const routes = await allRoutes(t)
  t.ok(
    routes.api.length > 50 && routes.panel.length > 100,
    `${routes.api.length} and ${routes.panel.length} routes`,
  )

  const whole = await startOn(t, UNLIMITED)
  await askFor(whole.url, [...routes.api, ...routes.panel])
  const all = await seriesOf(whole.metricsUrl)
  t.ok(all.count > 1_000 && all.count < MOST_SERIES, `all in one: ${all.count} series; ${all.largest}`)

  const env = { ...UNLIMITED, DATABASE_URL: await databaseWithTables(t) }
  const [api, panel] = await startReady(t, ['api', 'panel'], env)
  if (!api || !panel) throw new Error('nothing was started')
  await askFor(api.url, routes.api)
  await askFor(panel.url, routes.panel)
  for (const [name, { metricsUrl }] of Object.entries({ api, panel })) {
    const { count, largest } = await seriesOf(metricsUrl)
    t.ok(count > 300 && count < MOST_SERIES, `${name}: ${count} series; ${largest}`)
  }
  await stopAll(t, [api, panel])
})
