import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, openSecretKey } from '@ecmr/runtime'
import t from 'tap'

t.test('a given key is used as it is', async (t) => {
  t.equal(await openSecretKey({ kind: 'given', key: 'a'.repeat(32) }), 'a'.repeat(32))
})

t.test('a key is generated once, for its owner alone, and found again', async (t) => {
  const path = join(t.testdir(), 'data', 'secret.key')
  const key = await openSecretKey({ kind: 'file', path })
  t.match(key, /^[\w-]{43}$/)
  t.equal((await stat(path)).mode & 0o777, 0o600)
  t.equal((await readFile(path, 'utf8')).trim(), key)
  t.equal(await openSecretKey({ kind: 'file', path }), key)
})

t.test('processes that start at the same time agree on one key', async (t) => {
  const path = join(t.testdir(), 'secret.key')
  const keys = await Promise.all(Array.from({ length: 10 }, () => openSecretKey({ kind: 'file', path })))
  t.equal(new Set(keys).size, 1)
})

t.test('a damaged key file is refused, not replaced', async (t) => {
  const path = join(t.testdir(), 'secret.key')
  await writeFile(path, '')
  await t.rejects(
    openSecretKey({ kind: 'file', path }),
    new ConfigError([`${path} does not hold a secret key; restore it from a backup.`]),
  )
  t.equal(await readFile(path, 'utf8'), '')
})
