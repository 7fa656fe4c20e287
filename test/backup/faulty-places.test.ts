import { readdir } from 'node:fs/promises'
import { BackupFault, createBackup, openBackups, type Place } from '@ecmr/backup'
import { ObjectDamaged } from '@ecmr/storage'
import t from 'tap'
import { installation } from './ground.js'

const signal = new AbortController().signal

t.test('a place that is full in the middle keeps its backups, and no part of a new one', async (t) => {
  const { original, place } = await installation(t)
  await createBackup({ original, place, secret: undefined, signal })
  const before = await readdir(place.label)
  await original.objects.put(Buffer.from('another document'))
  let adds = 0
  const full: Place = {
    ...place,
    async add(name, bytes) {
      if (name.startsWith('backup-')) throw new BackupFault('the disk is full')
      adds++
      return place.add(name, bytes)
    },
  }
  await t.rejects(createBackup({ original, place: full, secret: undefined, signal }), /the disk is full/)
  t.equal(adds, 2, 'a document and a list had been written')
  const parts = (names: readonly string[]) => names.filter((name) => !name.startsWith('object-'))
  t.same(parts(await readdir(place.label)), parts(before), 'what was written is removed')
  t.equal((await openBackups(place, undefined)).all.length, 1)
  await createBackup({ original, place, secret: undefined, signal })
  t.equal((await openBackups(place, undefined)).all.length, 2)
})

t.test('a place that is emptied in the middle gets no manifest', async (t) => {
  const { original, place } = await installation(t)
  const emptied: Place = {
    ...place,
    async add(name, bytes) {
      const added = await place.add(name, bytes)
      for (const each of await readdir(place.label)) if (each.startsWith('part-')) await place.remove(each)
      return added
    },
  }
  await t.rejects(
    createBackup({ original, place: emptied, secret: undefined, signal }),
    /parts are not in .* any more, so there is no backup\. Check that its disk is mounted/,
  )
  t.same((await openBackups(place, undefined)).all, [])
})

t.test('a document that is damaged where it is kept is named, and everything else is saved', async (t) => {
  const { original, place } = await installation(t)
  const key = 'a'.repeat(64)
  const objects: typeof original.objects = {
    ...original.objects,
    async *keys() {
      yield key
    },
    async get() {
      throw new ObjectDamaged(key, 'it has other bytes')
    },
  }
  const backup = await createBackup({ original: { ...original, objects }, place, secret: undefined, signal })
  t.match(backup, { documents: 0, leftOut: [{ key, fault: 'it has other bytes' }] })
})
