import t from 'tap'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { type ServiceProcess, startAlone, stop, untilReady } from './service.js'

const TAKEN_OVER_WITHIN_MS = 5_000

async function isHealthy({ url }: ServiceProcess): Promise<boolean> {
  const health = await fetch(`${url}/api/health`)
  return JSON.parse(await health.text()).status === 'ok'
}

t.test('of two projectors one works, and the other takes over when it is killed', async (t) => {
  const env = { DATABASE_URL: await testDatabase(t) }
  const api = await startAlone(t, 'api', env)
  await untilReady(api)
  const customer = await newCustomer(env.DATABASE_URL)
  const first = await startAlone(t, 'projector', env)
  await until(() => isHealthy(api), 'a projector that works')
  const second = await startAlone(t, 'projector', env)
  await untilReady(second)

  process.kill(first.pid, 'SIGKILL')
  await first.ended
  const began = performance.now()
  const { body } = await customer.create(api.url)
  const isListed = async (): Promise<boolean> =>
    JSON.stringify((await customer.read(api.url, '/ecmrs')).body).includes(String(body.id))
  const isTracked = async (): Promise<boolean> =>
    (await customer.read(api.url, `/tracking/${body.ecmr_number}`)).status === 200
  await until(async () => (await isListed()) && (await isTracked()), 'the note in the read models')
  const took = Math.round(performance.now() - began)
  t.ok(took < TAKEN_OVER_WITHIN_MS, `the second took over after ${took} ms`)
  t.comment(`the second took over after ${took} ms`)
  await until(() => isHealthy(api), 'health to say so')
  for (const service of [api, second]) t.equal(await stop(service), 0)
})
