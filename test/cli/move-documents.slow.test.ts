import { join } from 'node:path'
import { openObjectStorage } from '@ecmr/storage'
import t from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { startSwift, withoutSwift } from '../support/swift.js'
import { commandLine } from './ground.js'

t.test('documents move to S3 and back', { skip: withoutSwift }, async (t) => {
  const { bucket } = await startSwift(t)
  const dataDir = await emptyDirectory(t)
  const local = openObjectStorage({ kind: 'local', directory: join(dataDir, 'objects') })
  const remote = openObjectStorage(bucket)
  const put = (text: string): Promise<string> => local.put(Buffer.from(text))
  const keys = await Promise.all(Array.from({ length: 12 }, (_, i) => put(`document ${i}`)))
  const { env, ecmr, json } = commandLine({
    DATA_DIR: dataDir,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY: bucket.accessKey,
    S3_SECRET_KEY: bucket.secretKey,
  })
  t.match(await json('storage move --to s3'), {
    ok: true,
    from: 'local',
    objects: 12,
    copied: 12,
    removed: 0,
  })
  keys.push(await put('issued meanwhile'))
  const { code, stdout } = await ecmr('storage move --to s3')
  t.equal(code, 0)
  t.match(
    stdout,
    /^Copied 1 documents from local to s3 in .* 12 were already there\. All 13 were verified\.\n/,
  )
  t.match(stdout, /\nTo switch, stop the services, run this again, set STORAGE=s3 and start them\./)

  env.STORAGE = 's3'
  t.match(await json('storage verify'), { ok: true, objects: 13 })
  t.match(await json('storage move --to s3 --remove'), { copied: 0, removed: 13 })
  for (const key of keys)
    t.strictSame([await local.head(key), typeof (await remote.get(key))], [undefined, 'object'])
  t.match(await json('storage move --to local'), { ok: true, from: 's3', copied: 13, removed: 0 })
  t.ok(await local.get(keys[0] ?? ''))
})
