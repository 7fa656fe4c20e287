import { atPort, ownPorts, parseConfig } from '@ecmr/runtime'
import t from 'tap'

const SERVICES = [8080, 8081, 8082, 8083, 8084, 8085, 8086, 9080, 9081, 9082, 9083, 9084, 9085, 9086]
const external = { SECRET_KEY: 'a key for tests, 32 characters or more' }

const sorted = (env: NodeJS.ProcessEnv): readonly number[] =>
  [...ownPorts(parseConfig(env))].sort((a, b) => a - b)

t.test('the ports of our processes are always our own', async (t) => {
  t.same(sorted({}), SERVICES)
})

t.test('a process that listens elsewhere says so', async (t) => {
  t.same(sorted({ PORT: '3000' }), [3000, 4000, ...SERVICES])
  t.same(sorted({ METRICS_PORT: '9999' }), [...SERVICES, 9999])
  t.same(sorted({ PORT: '3000', METRICS_PORT: 'off' }), [3000, ...SERVICES])
  t.same(ownPorts(atPort(parseConfig({ PORT: '0' }), 40_123)).includes(40_123), true, 'a port that was taken')
  t.notOk(sorted({ PORT: '0' }).includes(0))
})

t.test('the port of the public address is our own when it is named', async (t) => {
  t.same(
    sorted({ SITE_URL: 'https://notes.example.com:8443' }),
    [...SERVICES, 8443].sort((a, b) => a - b),
  )
  t.same(sorted({ SITE_URL: 'https://notes.example.com' }), SERVICES)
})

t.test('the servers that we connect to are our own, on their given or default ports', async (t) => {
  const cases: readonly (readonly [NodeJS.ProcessEnv, readonly number[]])[] = [
    [{ DATABASE_URL: 'postgres://u:p@db/ecmr' }, [5432]],
    [{ DATABASE_URL: 'postgres://u:p@db:6543/ecmr' }, [6543]],
    [{ DATABASE_URL: 'postgres://u:p@[::1]:6543/ecmr' }, [6543]],
    [{ DATABASE_URL: 'postgres://u:p@db/ecmr?port=7000' }, [5432, 7000]],
    [{ NATS_URL: 'nats://one' }, [4222]],
    [{ NATS_URL: 'nats://u:p@one:4333,tls://two:4444' }, [4333, 4444]],
    [
      { S3_ENDPOINT: 'http://minio:9000', S3_BUCKET: 'notes', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
      [9000],
    ],
    [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com' }, [587]],
    [{ SMTP_URL: 'smtps://u:p@mail', MAIL_FROM: 'a@example.com' }, [465]],
    [{ SMTP_URL: 'smtp://mail:2525', MAIL_FROM: 'a@example.com' }, [2525]],
    [{ EVENTSTOREDB_URL: 'esdb://u:p@one' }, [2113]],
    [{ EVENTSTOREDB_URL: 'esdb+discover://one:2114,two,three:2115?tls=false' }, [2113, 2114, 2115]],
  ]
  for (const [env, ports] of cases) {
    t.same(
      sorted({ ...external, ...env }),
      [...SERVICES, ...ports].sort((a, b) => a - b),
      JSON.stringify(env),
    )
  }
})

t.test('the port of the embedded server is known from the URL that it was started with', async (t) => {
  const config = { ...parseConfig({}), databaseUrl: 'postgres://ecmr:p@127.0.0.1:54321/postgres' }
  t.ok(ownPorts(config).includes(54_321))
})
