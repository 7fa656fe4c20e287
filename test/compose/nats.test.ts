import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { withoutNatsServer } from '../support/nats-server.js'
import { ROOT } from './compose-file.js'
import { madeSecrets } from './made-secrets.js'

const env = { PATH: `${process.env.PATH}:/usr/sbin` }

t.test(
  'nats-server takes its configuration, with the users from the secret',
  { skip: withoutNatsServer },
  async (t) => {
    const { dir } = await madeSecrets(t)
    const etc = join(dir, 'etc/nats')
    const secret = join(dir, 'run/secrets/nats_users')
    await mkdir(etc, { recursive: true })
    await mkdir(join(secret, '..'), { recursive: true })
    const text = await readFile(join(ROOT, 'infra/containers/nats.conf'), 'utf8')
    const known = text.replace(/^ *sync_interval: always$/m, '')
    t.not(known, text, 'messages are not synced')
    // Debian's server is older than that setting.
    await writeFile(join(etc, 'nats.conf'), known)

    const check = (): Buffer =>
      execFileSync('nats-server', ['-t', '-c', join(etc, 'nats.conf')], { env, stdio: 'pipe' })
    t.throws(check, /nats_users/, 'it does without the secret')
    await cp(join(dir, 'nats_users'), secret)
    t.doesNotThrow(check)
  },
)
