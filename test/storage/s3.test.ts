import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectDamaged, openObjectStorage, StorageUnavailable } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { type Ground, storageContract } from '../contract/storage/contract.js'
import { type SwiftServer, s3Client, startSwift, withoutSwift } from '../support/swift.js'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const document = utf8('a document')
const ABSENT = 'a'.repeat(64)

t.test('on Swift', { skip: withoutSwift }, async (t) => {
  const swift = await startSwift(t)
  const { bucket, disk } = swift
  const storage = openObjectStorage(bucket)

  await t.test('a bucket', (t) => storageContract(t, newGround(swift)))

  const refused = [
    ['secretKey', 'wrong', /does not accept S3_ACCESS_KEY and S3_SECRET_KEY \(403 SignatureDoesNotMatch\)$/],
    ['accessKey', 'who:ever', /does not accept S3_ACCESS_KEY and S3_SECRET_KEY \(403 /],
    ['bucket', 'absent', /^there is no such bucket: create it, or check S3_BUCKET/],
    ['region', 'eu-west-1', /check S3_ENDPOINT and S3_REGION \(400 AuthorizationHeaderMalformed\)$/],
  ] as const
  for (const [name, value, reason] of refused)
    await t.test(`a ${name} that is wrong is said, whatever is asked`, async (t) => {
      const wrong = openObjectStorage({ ...bucket, [name]: value })
      for (const call of [wrong.get, wrong.head, wrong.remove, () => wrong.put(document), wrong.check])
        await t.rejects(async () => void (await call(ABSENT)), { name: 'StorageUnavailable', reason })
    })

  await t.test('an address that leads nowhere is said', async (t) => {
    const check = (endpoint: string) => openObjectStorage({ ...bucket, endpoint }).check()
    const tls = bucket.endpoint.replace('http:', 'https:')
    await t.rejects(check(tls), { message: /: no connection to it \(ERR_SSL_\w+\)\.$/ })
    await t.rejects(check('http://nowhere.invalid'), { message: /: its host name is not known\.$/ })
  })

  await t.test('bytes that changed on the disk of the server are not given out', async (t) => {
    const bytes = randomBytes(100_000)
    const key = await storage.put(bytes)
    const file = await fileOf(disk, key)
    await writeFile(file, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]), { flag: 'r+' })
    await t.rejects(storage.get(key), ObjectDamaged)
    await storage.put(bytes)
    t.ok(bytes.equals((await storage.get(key)) ?? document), 'and are whole once they were put again')
  })

  for (const name of ['proxy', 'object'] as const)
    await t.test(`a server whose ${name} is killed in the middle`, async (t) => {
      const bytes = randomBytes(5_000_000)
      const before = await storage.put(document)
      const putting = t.rejects(storage.put(bytes), StorageUnavailable)
      await swift.kill(name)
      await putting
      await t.rejects(storage.get(before), StorageUnavailable)
      await t.rejects(storage.head(ABSENT), StorageUnavailable, 'what cannot be asked is not absent')
      await swift.start(name)
      const key = createHash('sha256').update(bytes).digest('hex')
      t.ok(bytes.equals((await storage.get(key)) ?? bytes), 'all of it is there, or nothing')
      await storage.put(bytes)
      t.ok(bytes.equals((await storage.get(key)) ?? document))
      t.strictSame(Buffer.from((await storage.get(before)) ?? []), Buffer.from(document))
    })
})

/** A bucket of its own for each test. */
function newGround({ bucket }: SwiftServer) {
  let count = 0
  return async (_t: Test): Promise<Ground> => {
    const own = { ...bucket, bucket: `bucket-${++count}` }
    const client = s3Client(own)
    await client.createBucket()
    const put = async (name: string, content: Uint8Array): Promise<void> =>
      void (await client.putObject(`objects/${name}`, content))
    return {
      storage: openObjectStorage(own, { pageSize: 10 }),
      damage: put,
      litter: (name) => put(name, document),
    }
  }
}

async function fileOf(disk: string, key: string): Promise<string> {
  for (const name of await readdir(disk, { recursive: true })) {
    if (!name.endsWith('.data')) continue
    const file = join(disk, name)
    if (
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex') === key
    )
      return file
  }
  throw new Error(`${key} is not on the disk`)
}
