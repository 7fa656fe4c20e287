import { createHash, randomBytes } from 'node:crypto'
import { MOST_OBJECT_BYTES, ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import type { Test } from 'tap'

/** An empty storage, and a way to change what it keeps behind its back. */
export interface Ground {
  readonly storage: ObjectStorage
  /** Puts other bytes where an object is, or would be. */
  damage(key: string, bytes: Uint8Array): Promise<void>
  /** Puts something that is no object beside the objects. */
  litter(name: string): Promise<void>
}

/** What every storage of objects must do. Run it on each adapter; listing takes at least three pages for the objects of it. */
export async function storageContract(t: Test, newGround: (t: Test) => Promise<Ground>): Promise<void> {
  for (const [name, suite] of Object.entries(suites))
    await t.test(name, async (t) => suite(t, await newGround(t)))
}

const ABSENT = 'a'.repeat(64)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const suites: Readonly<Record<string, (t: Test, ground: Ground) => Promise<void>>> = {
  async 'what was put is got, of every size'(t, { storage }) {
    for (const size of [0, 1, 100_000, 5_000_000, MOST_OBJECT_BYTES]) {
      const bytes = randomBytes(size)
      const key = await storage.put(bytes)
      t.equal(key, createHash('sha256').update(bytes).digest('hex'))
      t.ok(bytes.equals((await storage.get(key)) ?? utf8('nothing')), `${size} bytes`)
      t.strictSame(await storage.head(key), { bytes: size })
    }
    await t.rejects(storage.put(new Uint8Array(MOST_OBJECT_BYTES + 1)), RangeError)
  },

  async 'what is not there is undefined, and can be removed'(t, { storage }) {
    t.equal(await storage.get(ABSENT), undefined)
    t.equal(await storage.head(ABSENT), undefined)
    await storage.remove(ABSENT)
    const key = await storage.put(utf8('here for a while'))
    await storage.remove(key)
    t.equal(await storage.get(key), undefined)
  },

  async 'a key that is no SHA-256 leads nowhere'(t, { storage }) {
    for (const key of ['', '../../etc/passwd', 'A'.repeat(64), `${ABSENT}/..`, `${ABSENT}0`, 'a/'.repeat(32)])
      for (const call of [storage.get, storage.head, storage.remove])
        await t.rejects(async () => void (await call(key)), RangeError, key)
  },

  async 'a damaged object is never given out, and is whole again once it was put'(t, { storage, damage }) {
    const bytes = utf8('the bytes of a document')
    const key = await storage.put(bytes)
    for (const other of ['the bytez of a document', 'the bytes', '', 'x'.repeat(MOST_OBJECT_BYTES + 1)]) {
      await damage(key, utf8(other))
      await t.rejects(storage.get(key), ObjectDamaged, `${other.length} bytes`)
      t.equal(await storage.put(bytes), key)
      t.strictSame(Buffer.from((await storage.get(key)) ?? []), Buffer.from(bytes))
    }
  },

  async 'the same object can be put by many at once'(t, { storage }) {
    const bytes = randomBytes(200_000)
    const keys = await Promise.all(Array.from({ length: 8 }, () => storage.put(bytes)))
    t.equal(new Set(keys).size, 1)
    t.strictSame(await storage.head(keys[0] ?? ''), { bytes: bytes.length })
  },

  async 'all keys are listed, and what is no object is named'(t, { storage, damage, litter }) {
    const keys = await Promise.all(Array.from({ length: 30 }, (_, i) => storage.put(utf8(`object ${i}`))))
    await damage(keys[0] ?? '', utf8('damaged'))
    await litter('readme.txt')
    await litter(`00/${ABSENT}`)
    const others = new Set<string>()
    const listed: string[] = []
    for await (const key of storage.keys((name) => others.add(name))) listed.push(key)
    t.equal(listed.length, keys.length)
    t.strictSame(new Set(listed), new Set(keys))
    t.strictSame(others, new Set([`00/${ABSENT}`, 'readme.txt']))
  },

  async 'it can be used'(_t, { storage }) {
    await storage.check()
  },
}
