import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  openObjectStorage,
  type StorageOperation,
  type StorageOutcome,
  StorageUnavailable,
} from '@ecmr/storage'
import t, { type Test } from 'tap'
import { type Ground, storageContract } from '../contract/storage/contract.js'
import { emptyDirectory } from '../support/empty-directory.js'

const bytes = new TextEncoder().encode('a document')

async function newGround(t: Test): Promise<Ground & { readonly directory: string }> {
  const directory = join(await emptyDirectory(t), 'objects')
  const put = async (name: string, content: Uint8Array): Promise<void> => {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), content)
  }
  return {
    directory,
    storage: openObjectStorage({ kind: 'local', directory }),
    damage: (key, content) => put(placeOf(key), content),
    litter: (name) => put(name, bytes),
  }
}

const placeOf = (key: string): string => join(key.slice(0, 2), key.slice(2, 4), key)

t.test('a directory', (t) => storageContract(t, newGround))

t.test('an object that is whole is not written again', async (t) => {
  const { directory, storage } = await newGround(t)
  const file = join(directory, placeOf(await storage.put(bytes)))
  const { ino } = await stat(file)
  await storage.put(bytes)
  t.equal((await stat(file)).ino, ino)
})

t.test('only the owner can read documents', async (t) => {
  const { directory, storage } = await newGround(t)
  const file = join(directory, placeOf(await storage.put(bytes)))
  for (const path of [file, dirname(file), directory]) t.equal((await stat(path)).mode & 0o077, 0, path)
})

t.test('what a killed process left unfinished is removed once it is old', async (t) => {
  const { directory, storage } = await newGround(t)
  const unfinished = join(directory, 'unfinished')
  await mkdir(unfinished, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(unfinished, name), 'half')
  const twoHoursAgo = Date.now() / 1_000 - 7_200
  await utimes(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo)
  await storage.put(bytes)
  t.strictSame(await readdir(unfinished), ['new'])
  for await (const key of storage.keys((name) => t.fail(name))) t.equal(key.length, 64)
})

t.test('a disk that goes away is no directory without objects', async (t) => {
  const { directory, storage } = await newGround(t)
  const key = await storage.put(bytes)
  await rename(directory, `${directory}.away`)
  await t.rejects(storage.get(key), { name: 'StorageUnavailable', reason: /ENOENT/ })
  await t.rejects(storage.head(key), StorageUnavailable)
  await t.rejects(storage.check(), StorageUnavailable)
  await rename(`${directory}.away`, directory)
  t.ok(await storage.get(key))
})

t.test('a path that is no directory is said', async (t) => {
  const file = join(await emptyDirectory(t), 'objects')
  await writeFile(file, 'in the way')
  const storage = openObjectStorage({ kind: 'local', directory: file })
  await t.rejects(storage.put(bytes), {
    name: 'StorageUnavailable',
    reason: `${file}: a file cannot be used (EEXIST)`,
  })
})

t.test('a disk that is full or can only be read', { skip: withoutMounts() }, async (t) => {
  const directory = await emptyDirectory(t)
  asRoot('mount', '-t', 'tmpfs', '-o', 'size=1m,mode=777', 'ecmr-test', directory)
  t.teardown(() => asRoot('umount', directory))
  const storage = openObjectStorage({ kind: 'local', directory: join(directory, 'objects') })
  const key = await storage.put(bytes)
  const large = new Uint8Array(2_000_000)
  await t.rejects(storage.put(large), { name: 'StorageUnavailable', reason: /the disk is full \(ENOSPC\)$/ })
  for await (const each of storage.keys((name) => t.fail(name))) t.equal(each, key)
  t.strictSame(await readdir(join(directory, 'objects/unfinished')), [], 'nothing is left half done')
  t.equal(await storage.put(bytes), key, 'what is there needs no room')
  asRoot('mount', '-o', 'remount,ro', directory)
  await t.rejects(storage.put(large), { name: 'StorageUnavailable', reason: /can only be read \(EROFS\)$/ })
  t.strictSame(Buffer.from((await storage.get(key)) ?? []), Buffer.from(bytes))
  const another = openObjectStorage({ kind: 'local', directory: join(directory, 'objects') })
  t.strictSame(await another.head(key), { bytes: bytes.length }, 'who only reads needs no more')
  await another.check()
})

t.test('every operation is observed with what came of it', async (t) => {
  const directory = join(await emptyDirectory(t), 'objects')
  const seen: (readonly [StorageOperation, StorageOutcome])[] = []
  const storage = openObjectStorage(
    { kind: 'local', directory },
    { observe: (operation, outcome) => seen.push([operation, outcome]) },
  )
  await storage.check()
  await storage.check()
  const key = await storage.put(bytes)
  await storage.get(key)
  await storage.head('0'.repeat(64))
  await writeFile(join(directory, placeOf(key)), 'a documenT')
  await t.rejects(storage.get(key))
  await storage.check()
  await storage.remove(key)
  for await (const each of storage.keys()) t.fail(each)
  t.strictSame(seen, [
    ['check', 'done'],
    // What went well just now is not asked for again.
    ['put', 'done'],
    ['get', 'done'],
    ['head', 'absent'],
    ['get', 'damaged'],
    ['check', 'done'],
    ['remove', 'done'],
    ['list', 'done'],
  ])
})

/** Only root may mount; machines that run checks let others become it. */
function asRoot(program: string, ...args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0
  const [file, before] = isRoot ? [program, []] : ['sudo', ['-n', program]]
  execFileSync(file, [...before, ...args], { stdio: 'ignore' })
}

function withoutMounts(): string | false {
  try {
    asRoot('unshare', '--mount', 'true')
    return false
  } catch {
    return 'this user may not mount disks'
  }
}
