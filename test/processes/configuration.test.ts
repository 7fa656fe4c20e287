import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'
import { portOf } from '../support/port-of.js'
import { startUnready } from './service.js'

for (const name of ['api', 'projector'] as const) {
  t.test(`${name}: a wrong configuration ends it with one message that names every fault`, async (t) => {
    const env = { PORT: 'http', LOG_LEVEL: 'loud', EVENT_STORE: 'eventstoredb' }
    const service = startUnready(t, name, env)
    t.equal(await service.ended, 1)
    t.match(
      service.output(),
      /^The configuration is not valid:\n {2}PORT .*\n {2}LOG_LEVEL .*\n {2}DATABASE_URL is not set.*"npm start".*\n {2}EVENTSTOREDB_URL is not set.*\n$/s,
    )
    t.equal(service.output().trim().split('\n').length, 5)
  })

  t.test(`${name}: a port in use is named`, async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const env = { DATABASE_URL: 'postgres://ecmr@127.0.0.1:1/ecmr', PORT: String(portOf(other)) }
    const service = startUnready(t, name, env)
    t.equal(await service.ended, 1)
    t.match(service.output(), `Port ${env.PORT} on 127.0.0.1 is in use by another program`)
  })
}
