import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type NamedObjects, openNamedObjects } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { startSwift, withoutSwift } from '../support/swift.js'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

async function namesOf(objects: NamedObjects): Promise<readonly string[]> {
  const names: string[] = []
  for await (const name of objects.names()) names.push(name)
  return names
}

/** What every place for named objects does. */
async function contract(t: Test, objects: NamedObjects): Promise<void> {
  t.strictSame(await namesOf(objects), [])
  t.equal(await objects.read('2.note'), undefined)
  t.equal(await objects.add('2.note', utf8('two')), 'kept')
  t.equal(await objects.add('10.note', utf8('ten')), 'kept')
  t.equal(await objects.add('2.note', utf8('two')), 'kept', 'a repeat does no harm')
  t.equal(await objects.add('2.note', utf8('three')), 'other')
  t.strictSame(await objects.read('2.note').then((bytes) => bytes && Buffer.from(bytes).toString()), 'two')
  t.strictSame(await namesOf(objects), ['10.note', '2.note'])
  await objects.add('3.note', utf8('three'))
  await objects.remove('3.note')
  await objects.remove('3.note')
  t.equal(
    await objects.read('3.note'),
    undefined,
    'what was removed is gone, and removing it again does no harm',
  )
  for (const name of ['', '../x', 'a/b', '.x', 'x'.repeat(201)])
    await t.rejects(objects.add(name, utf8('x')), RangeError)
}

t.test('a directory', async (t) => {
  const directory = join(await emptyDirectory(t), 'checkpoints')
  await contract(t, openNamedObjects({ kind: 'local', directory }))
  t.strictSame((await readdir(directory)).sort(), ['10.note', '2.note'], 'nothing unfinished is left')
  await writeFile(join(directory, '.2.note.1a2b'), 'unfinished')
  t.strictSame(await namesOf(openNamedObjects({ kind: 'local', directory })), ['10.note', '2.note'])
})

t.test('a directory that is a file is said', async (t) => {
  const path = join(await emptyDirectory(t), 'file')
  await writeFile(path, '')
  const objects = openNamedObjects({ kind: 'local', directory: path })
  await t.rejects(objects.add('1.note', utf8('one')), { name: 'StorageUnavailable' })
})

t.test('a prefix of a bucket', { skip: withoutSwift }, async (t) => {
  const { bucket } = await startSwift(t)
  await contract(t, openNamedObjects({ ...bucket, prefix: 'ecmr/log/' }))
  t.strictSame(
    await namesOf(openNamedObjects({ ...bucket, prefix: 'ecmr/' })),
    [],
    'what is below is not in it',
  )
})
