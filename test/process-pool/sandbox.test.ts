import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSandbox } from '@ecmr/process-pool'
import t, { type Test } from 'tap'
import { startProcess } from '../support/child-process.js'
import { allowsNamespaces } from '../support/namespaces.js'
import { portOf } from '../support/port-of.js'
import { program } from './obedient-pool.js'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

async function secretFile(t: Test, { uid, gid }: typeof nobody): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ecmr-secret-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'secret.key')
  await writeFile(file, 'secret', { mode: 0o600 })
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
  return file
}

for (const user of isRoot ? [ours, nobody] : [ours])
  t.test(`what is said of the protection is so, for the user ${user.uid}`, async (t) => {
    const server = createServer((socket) => void socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const secret = await secretFile(t, user)
    const run = startProcess(t, [program('attacked'), String(portOf(server)), secret], {
      env: { SECRET_KEY: 'k'.repeat(32) },
      user,
    })
    t.equal(await run.ended, 0, run.output())
    const { protection, attack } = JSON.parse(run.output())
    t.same(attack.network, protection.network === 'shared', 'network')
    t.same(attack.files, protection.files === 'shared', 'files')
    t.same(attack.environment, protection.environment !== 'hidden', 'environment')
    if (!allowsNamespaces(user)) return
    t.strictSame(protection, {
      network: 'none',
      user: user.uid === 0 ? 'separate' : 'namespace',
      files: 'own',
      environment: 'hidden',
    })
    t.notOk(Object.values(attack).some(Boolean), JSON.stringify(attack))
  })

t.test('where nothing can be started apart, it is said that nothing protects', async (t) => {
  const apart = { entry: program('attacker'), natives: [] }
  const kept = { files: [program('attacker')], secretNames: ['SECRET_KEY'] }
  const { signal } = new AbortController()
  process.env.SECRET_KEY = 'k'.repeat(32)
  t.teardown(() => {
    delete process.env.SECRET_KEY
  })
  const none = await findSandbox(apart, kept, signal, [['/is/not/there'], ['false'], []])
  t.match(none, { launch: [], protection: { network: 'shared', user: 'shared', files: 'shared' } })
})
