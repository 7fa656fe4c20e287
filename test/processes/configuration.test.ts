import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'
import { portOf } from '../support/port-of.js'
import { NOWHERE, SERVICES, startUnready } from './service.js'

const NEEDED = /DATABASE_URL is not set.*"npm start".*/
const NEEDS = {
  api: NEEDED,
  projector: NEEDED,
  relay: /DATABASE_URL is not set.*\n {2}NATS_URL is not set.*/,
  notifier: /DATABASE_URL is not set.*\n {2}NATS_URL is not set.*/,
  panel: NEEDED,
  mcp: NEEDED,
  documents: NEEDED,
}

for (const name of SERVICES) {
  t.test(`${name}: a wrong configuration ends it with one message that names every fault`, async (t) => {
    const env = { PORT: 'http', LOG_LEVEL: 'loud', EVENT_STORE: 'eventstoredb' }
    const service = startUnready(t, name, env)
    t.equal(await service.ended, 1)
    const [first, ...faults] = service.output().trim().split('\n')
    t.equal(first, 'The configuration is not valid:')
    t.match(faults.join('\n'), NEEDS[name])
    for (const fault of [/PORT is "http"/, /LOG_LEVEL is "loud"/, /EVENTSTOREDB_URL is not set/])
      t.equal(faults.filter((line) => fault.test(line)).length, 1)
  })

  t.test(`${name}: a port in use is named`, async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const env = { DATABASE_URL: NOWHERE.postgres, NATS_URL: NOWHERE.nats, PORT: String(portOf(other)) }
    const inUse = `Port ${env.PORT} on 127.0.0.1 is in use by another program`
    const refuses = async (ports: Record<string, string>, sentence: string | RegExp): Promise<void> => {
      const service = startUnready(t, name, { ...env, ...ports })
      t.equal(await service.ended, 1)
      t.match(service.output(), sentence)
    }
    await refuses({}, inUse)
    const metrics = `${inUse}: stop that one, or set METRICS_PORT to another port.\n`
    await refuses({ PORT: '0', METRICS_PORT: env.PORT }, metrics)
    // the same service a second time
    await refuses({ METRICS_PORT: env.PORT }, /set PORT to another port/)
  })
}
