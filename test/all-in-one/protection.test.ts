import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { emptyDataDir } from '../support/data-dir.js'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'
import { startService, stopService } from './service.js'

const Ready = Type.Object({
  reading: Type.Object({
    network: Type.RegExp(/^(none|shared)$/),
    user: Type.RegExp(/^(separate|namespace|shared)$/),
    files: Type.RegExp(/^(own|shared)$/),
    environment: Type.RegExp(/^(hidden|clean|exposed)$/),
  }),
})

t.test('secrets leave the environment, and the protection of reading is logged', async (t) => {
  const secrets = { DATABASE_URL: await testDatabase(t), SECRET_KEY: 'k'.repeat(32) }
  const env = { ...secrets, LOG_LEVEL: 'info' }
  const service = await startService(t, { dataDir: await emptyDataDir(t), env })
  const environment = readFileSync(`/proc/${service.process.pid}/environ`, 'latin1')
  t.match(environment, 'LOG_LEVEL=info')
  for (const secret of Object.values(secrets)) t.notMatch(environment, secret)

  let reading: unknown
  await until(async () => {
    const ready: unknown = await (await fetch(`${service.url}/readyz`)).json()
    if (Value.Check(Ready, ready)) reading = ready.reading
    return reading !== undefined
  }, 'what protects reading')
  const lines = service.process.output().split('\n')
  const told = lines.filter((line) => line.includes('"reading"')).map((line) => JSON.parse(line).reading)
  t.strictSame(told, [reading])
  t.equal(await stopService(service), 0)
})
