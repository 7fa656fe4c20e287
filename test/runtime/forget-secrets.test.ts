import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forgetSecrets } from '@ecmr/runtime'
import t from 'tap'
import { startProcess } from '../support/child-process.js'

const PROGRAM = fileURLToPath(new URL('./forgets-secrets.js', import.meta.url))
const secret = 'not to be seen by others 🔑'
const env = {
  SECRET_KEY: secret,
  DATABASE_URL: `postgres://u:${secret}@h/d`,
  SITE_URL: 'https://a.example',
  LAST: 'x=y',
}

t.test('secrets leave the environment, also the one that the system shows', async (t) => {
  const run = startProcess(t, [PROGRAM], { env: { ...env, NATS_URL: '' } })
  t.equal(await run.ended, 0, run.output())
  const { visible, own, inherited } = JSON.parse(run.output())
  t.match(own, { SITE_URL: 'https://a.example', LAST: 'x=y' })
  t.notOk('SECRET_KEY' in own)
  t.notMatch(run.output(), 'not to be seen')
  t.strictSame(visible, [])
  if (!existsSync('/proc/self/environ')) return
  for (const entry of ['SITE_URL=https://a.example', 'LAST=x=y', 'SECRET_KEY=', 'DATABASE_URL='])
    t.ok(inherited.includes(entry), entry)
})

t.test('what is not our secret stays', async (t) => {
  const given = { SECRET_KEY: secret, SECRET_KEY_FILE: '/run/secrets/secret_key', PGPASSWORD: 'p' }
  forgetSecrets(given)
  t.strictSame(given, { SECRET_KEY_FILE: '/run/secrets/secret_key', PGPASSWORD: 'p' })
})
