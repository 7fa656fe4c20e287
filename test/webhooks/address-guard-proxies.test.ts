import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { startProcess } from '../support/child-process.js'
import { startCanary } from './support/canary.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld } from './support/world.js'

t.test('the environment’s proxies are not used', async (t) => {
  const world = await openWorld(t)
  const canary = await startCanary(t)
  const receiver = await startReceiver(t)
  const proxy = `http://127.0.0.1:${canary.port}`
  const named = ['http_proxy', 'https_proxy', 'all_proxy', 'npm_config_proxy', 'npm_config_https_proxy']
  const env = Object.fromEntries(
    named.flatMap((name) => [
      [name, proxy],
      [name.toUpperCase(), proxy],
    ]),
  )
  await world.register('company-a', receiver.url)
  await world.register('company-a', 'https://93.184.215.14.invalid/')
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const program = fileURLToPath(new URL('./support/worker-process.js', import.meta.url))
  const worker = startProcess(t, [program, world.url], {
    env: { ...env, NODE_USE_ENV_PROXY: '1', NO_PROXY: '' },
  })
  await receiver.count(1)
  await world.eventually(`select where not exists (select from webhooks.deliveries where status = 'pending')`)
  t.equal(
    canary.connections(),
    0,
    `${Object.keys(env).length} variables, ${canary.connections()} connections to the proxy`,
  )
  worker.child.kill('SIGKILL')
  await once(worker.child, 'close')
})
