import { join } from 'node:path'
import t from 'tap'
import { startEcmr } from './run-ecmr.js'

t.test(
  'without DATABASE_URL the database under DATA_DIR is used, and started when it is not running',
  async (t) => {
    const env = { DATA_DIR: join(t.testdir(), 'data') }
    const ecmr = (...args: readonly string[]) => startEcmr(env, args).ran
    const made = await ecmr('companies', 'create', '--name', 'Transportes Norte', '--json')
    t.equal(made.code, 0, made.stderr)
    const listed = await ecmr('companies', 'list', '--json')
    t.equal(listed.code, 0, listed.stderr)
    t.same(JSON.parse(listed.stdout).companies, [JSON.parse(made.stdout).company])
  },
)
