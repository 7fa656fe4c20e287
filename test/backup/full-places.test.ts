import { randomBytes } from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { createBackup, openBackups, openPlace, verifyBackups } from '@ecmr/backup'
import type { ObjectDirectory, S3Prefix } from '@ecmr/runtime'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { memoryBucket } from '../support/memory-bucket.js'
import { hasOwnDisks, ownDisk } from '../support/own-disk.js'
import { installation } from './ground.js'

const signal = new AbortController().signal
const DISK_BYTES = 16_000_000
/** Enough for what is small of a backup, and not for what is large. */
const ROOM_BYTES = 400_000
const LARGE_BYTES = 1_000_000

/** A place that can be filled up while a backup is written. */
interface Fillable {
  readonly source: ObjectDirectory | S3Prefix
  /** Leaves little room. */
  fill(): Promise<void>
  empty(): Promise<void>
}

/** A small thing, and a large one that comes after it. */
async function record(pool: Pool): Promise<void> {
  await pool.query(
    `insert into documents.reads (document_id, company_id, link_id, version, address, at)
      values (gen_random_uuid(), 'a', gen_random_uuid(), 1, '192.0.2.0/24', now())`,
  )
  await pool.query(
    `insert into webhooks.messages (event_id, company_id, type, ecmr_id, ecmr_number, version, payload, created_at)
      values (gen_random_uuid(), 'a', 'ecmr.created', 'n', 'E', 1, $1, now())`,
    [randomBytes(LARGE_BYTES)],
  )
}

/** Everything that is in a place, unfinished files too. */
async function contentOf(source: Fillable['source']): Promise<readonly string[]> {
  if (source.kind === 'local') return (await files.readdir(source.directory)).sort()
  const names: string[] = []
  for await (const name of openPlace(source).names()) names.push(name)
  return names
}

async function fillsUp(t: Test, { source, fill, empty }: Fillable, told: RegExp): Promise<void> {
  const { pool, original } = await installation(t)
  const place = openPlace(source)
  const create = () => createBackup({ original, place, secret: undefined, signal })
  const verified = async (count: number) => {
    const opened = await openBackups(place, undefined)
    t.equal(opened.all.length, count)
    t.match(await verifyBackups(opened, opened.all, { signal }), { ok: true })
  }
  await create()
  const before = await contentOf(source)
  await record(pool)
  await fill()
  await t.rejects(create(), { name: 'BackupFault', message: told })
  t.same(await contentOf(source), before, 'nothing is left of what was written')
  await verified(1)
  await empty()
  await create()
  await verified(2)
}

const FULL =
  /^\S+ cannot be used for backups: \S+: the disk is full \(ENOSPC\)\. Check that it is there, may be written, and has room\.$/

/** From `fill` on, what is written below the directory ends in the middle of the first large file. */
async function failingWrites(t: Test): Promise<Fillable> {
  const directory = await emptyDirectory(t)
  const { open } = files
  let room = Number.POSITIVE_INFINITY
  files.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    if (!String(path).startsWith(directory)) return file
    const writeFile = file.writeFile.bind(file)
    file.writeFile = async (data, options) => {
      room -= data instanceof Uint8Array ? data.length : 0
      if (room >= 0) return writeFile(data, options)
      await writeFile('the beginning', options)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    return file
  }
  syncBuiltinESMExports()
  t.teardown(() => {
    files.open = open
    syncBuiltinESMExports()
  })
  return {
    source: { kind: 'local', directory },
    async fill() {
      room = ROOM_BYTES
    },
    async empty() {
      room = Number.POSITIVE_INFINITY
    },
  }
}

async function smallDisk(t: Test): Promise<Fillable> {
  const disk = await ownDisk(t, DISK_BYTES)
  const filling = join(disk, 'something-else')
  return {
    source: { kind: 'local', directory: join(disk, 'backups') },
    async fill() {
      const { bavail, bsize } = await files.statfs(disk)
      await files.writeFile(filling, Buffer.alloc(bavail * bsize - ROOM_BYTES))
    },
    empty: () => files.rm(filling),
  }
}

t.test(
  'writes that fail for want of room leave the backups that are there, and no part of a new one',
  async (t) => {
    await fillsUp(t, await failingWrites(t), FULL)
  },
)

// The one before makes the same errors; where mounting a disk is not allowed there is only that.
if (hasOwnDisks)
  t.test('a disk that fills up leaves the backups that are there, and no part of a new one', async (t) => {
    await fillsUp(t, await smallDisk(t), FULL)
  })
else t.comment('This system lets our user mount no disk, so that none was filled up.')

for (const [status, code, words] of [
  [507, 'XMinioStorageFull', 'the server has no room for more'],
  [500, 'InternalError', 'the server is overloaded or faulty'],
] as const)
  t.test(`a bucket that answers ${status} in the middle leaves the backups that are there`, async (t) => {
    const { source, refuse, accept } = await memoryBucket(t)
    const place = {
      source,
      fill: async () => refuse(1, status, code),
      empty: async () => accept(),
    }
    await fillsUp(
      t,
      place,
      new RegExp(`^s3://backups/ours/ cannot be used for backups: ${words} \\(${status} ${code}\\)`),
    )
  })
