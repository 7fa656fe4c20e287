import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { emptyDirectory } from '../support/empty-directory.js'
import { commandLine } from './ground.js'

const S3 = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'notes',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'hush',
}

async function installation(t: Test) {
  const dataDir = await emptyDirectory(t)
  const directory = join(dataDir, 'objects')
  const storage = openObjectStorage({ kind: 'local', directory })
  const key = await storage.put(Buffer.from('a document'))
  return { ...commandLine({ DATA_DIR: dataDir }), key, directory }
}

t.test('documents are verified without a database', async (t) => {
  const { ecmr, json, key, directory } = await installation(t)
  const { code, stdout } = await ecmr('storage verify')
  t.strictSame([code, stdout], [0, 'All 1 documents in local (0.0 MB) are as they were issued.\n'])
  t.match(await json('storage verify'), { ok: true, objects: 1, bytes: 10, damaged: [], misplaced: [] })
  await writeFile(join(directory, key.slice(0, 2), key.slice(2, 4), key), 'A document')
  await writeFile(join(directory, 'strange\u001b[2J'), '')
  const bad = await ecmr('storage verify')
  t.equal(bad.code, 1)
  t.match(bad.stdout, new RegExp(`^${key} is damaged: the SHA-256 of its 10 bytes is [0-9a-f]{64}\n"strange`))
  t.notMatch(bad.stdout, '\u001b', 'nothing that terminals obey')
  t.match(bad.stderr, /error: Found 2 problems\./)
})

t.test('what cannot be moved is refused in a sentence that says what to do', async (t) => {
  const { refuses, env } = await installation(t)
  await refuses(t, 'storage move', /required option '--to <storage>' not specified/)
  await refuses(t, 'storage move --to tape', /Allowed choices are local, s3\./)
  await refuses(t, 'storage move --to s3', /Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY/)
  Object.assign(env, S3)
  await refuses(t, 'storage move --to s3 --remove', /Set STORAGE=s3, restart them and run this again\./)
  await refuses(t, 'storage move --to s3', /The storage of documents cannot be used: /)
})
