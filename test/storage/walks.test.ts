import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  copyObjects,
  type ObjectStorage,
  openObjectStorage,
  StorageUnavailable,
  verifyObjects,
} from '@ecmr/storage'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'

const { signal } = new AbortController()
const onProgress = (): void => undefined
const going = { signal, onProgress, remove: false }

interface Directory {
  readonly directory: string
  readonly storage: ObjectStorage
  readonly keys: readonly string[]
  file(key: string | undefined): string
}

async function directoryWith(t: Test, count: number): Promise<Directory> {
  const directory = join(await emptyDirectory(t), 'objects')
  const storage = openObjectStorage({ kind: 'local', directory })
  const keys: string[] = []
  for (let i = 0; i < count; i++) keys.push(await storage.put(Buffer.from(`document ${i}`)))
  return {
    directory,
    storage,
    keys,
    file: (key = '') => join(directory, key.slice(0, 2), key.slice(2, 4), key),
  }
}

t.test('every object is read, and what is wrong is named', async (t) => {
  const { storage, keys, file, directory } = await directoryWith(t, 20)
  const seen: number[] = []
  const whole = await verifyObjects(storage, { signal, onProgress: (done) => seen.push(done) })
  t.match(whole, { ok: true, objects: 20, bytes: 10 * 10 + 10 * 11, damaged: [], misplaced: [], more: 0 })
  t.equal(seen.at(-1), 20)
  await writeFile(file(keys[3]), 'other')
  await mkdir(dirname(file('0'.repeat(64))), { recursive: true })
  await rename(file(keys[4]), file('0'.repeat(64)))
  await rename(file(keys[5]), `${file(keys[5])}.copy`)
  const report = await verifyObjects(storage, { signal, onProgress })
  t.match(report, { ok: false, objects: 19 })
  t.strictSame(report.misplaced, [`${relative(directory, file(keys[5]))}.copy`])
  t.strictSame(new Set(report.damaged.map(({ key }) => key)), new Set([keys[3], '0'.repeat(64)]))
})

t.test('of many faults some are named, and all are counted', async (t) => {
  const names = Array.from({ length: 1_200 }, (_, i) => `strange ${i}`)
  const storage = {
    get: async () => undefined,
    async *keys(onOther?: (name: string) => void) {
      for (const name of names) onOther?.(name)
      yield 'a'.repeat(64)
    },
  }
  const { misplaced, damaged, more } = await verifyObjects(storage, { signal, onProgress })
  t.strictSame([misplaced.length, damaged.length, more], [1_000, 0, 201])
})

t.test('a copy that broke off goes on, repairs what is damaged, and writes nothing twice', async (t) => {
  const from = await directoryWith(t, 20)
  const to = await directoryWith(t, 0)
  let puts = 0
  const breaking: ObjectStorage = {
    ...to.storage,
    put: async (bytes) => {
      if (++puts > 7) throw new StorageUnavailable('it is full')
      return to.storage.put(bytes)
    },
  }
  await t.rejects(copyObjects(from.storage, breaking, going), StorageUnavailable)
  const { objects } = await verifyObjects(to.storage, { signal, onProgress })
  t.equal(objects, 7)
  let damaged: string | undefined
  for await (const key of to.storage.keys()) damaged ??= key
  await writeFile(to.file(damaged), 'x')
  t.match(await copyObjects(from.storage, to.storage, going), {
    ok: true,
    objects: 20,
    copied: 14,
    removed: 0,
  })
  t.match(await copyObjects(from.storage, to.storage, going), { ok: true, objects: 20, copied: 0 })
  t.match(await verifyObjects(to.storage, { signal, onProgress }), { ok: true, objects: 20 })
  t.match(await verifyObjects(from.storage, { signal, onProgress }), { ok: true, objects: 20 })
})

t.test('only what was read in the target is removed from the source', async (t) => {
  const from = await directoryWith(t, 5)
  const to = await directoryWith(t, 0)
  await writeFile(from.file(from.keys[0]), 'damaged')
  const report = await copyObjects(from.storage, to.storage, { ...going, remove: true })
  t.match(report, { ok: false, objects: 4, copied: 4, removed: 4, damaged: [{ key: from.keys[0] }] })
  const left: string[] = []
  for await (const key of from.storage.keys()) left.push(key)
  t.strictSame(left, [from.keys[0]])
})

t.test('a target that forgets what it took is found out', async (t) => {
  const from = await directoryWith(t, 3)
  const to = await directoryWith(t, 0)
  const forgetful: ObjectStorage = {
    ...to.storage,
    put: async (bytes) => {
      const key = await to.storage.put(bytes)
      await rm(to.file(key))
      return key
    },
  }
  const report = await copyObjects(from.storage, forgetful, { ...going, remove: true })
  t.match(report, { ok: false, objects: 0, removed: 0 })
  t.equal(report.damaged.length, 3)
})

t.test('an interruption ends a walk', async (t) => {
  const { storage } = await directoryWith(t, 20)
  const interrupted = new AbortController()
  const stop = (done: number): void => void (done === 5 && interrupted.abort(new Error('enough')))
  await t.rejects(verifyObjects(storage, { signal: interrupted.signal, onProgress: stop }), {
    message: 'enough',
  })
})
