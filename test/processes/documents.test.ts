import { once } from 'node:events'
import { chmod, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTables } from '@ecmr/api'
import { openPool } from '@ecmr/postgres'
import { openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { type Published, publish } from '../documents-service/ground.js'
import { emptyDataDir } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { ownPostgres } from './postgres.js'
import { readiness, type ServiceProcess, startAlone, stop, untilNotReady, untilReady } from './service.js'

/** The service on a PostgreSQL and a directory of its own, with nothing else running, and what is published there. */
async function scene(t: Test) {
  const [postgres, dataDir] = [await ownPostgres(t), await emptyDataDir(t)]
  const directory = join(dataDir, 'objects')
  const objects = openObjectStorage({ kind: 'local', directory })
  const pool = openPool({ url: postgres.url, max: 2, name: 'test', onError: () => undefined })
  t.teardown(() => pool.end())
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace', SECRET_KEY: '' }
  return {
    ...{ postgres, pool, directory },
    start: () => startAlone(t, 'documents', env),
    publish: (bytes?: number) =>
      publish(pool, (_sha256, content) => objects.put(content), bytes === undefined ? {} : { bytes }),
  }
}

/** The status of an answer; its bytes are compared where there are some. */
async function statusOf(t: Test, { url }: ServiceProcess, { path, bytes }: Published): Promise<number> {
  const answer = await fetch(url + path, { headers: { connection: 'close' } })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 200) t.ok(body.equals(bytes), 'the bytes of the document')
  if (answer.status === 503) t.match(answer.headers.get('retry-after'), /^\d+$/)
  return answer.status
}

t.test('documents need PostgreSQL and their storage, and nothing else', async (t) => {
  const at = await scene(t)
  const service = await at.start()
  await untilNotReady(service, /PostgreSQL cannot be used: nothing listens at its address\./)
  await at.postgres.start()
  await untilNotReady(service, /PostgreSQL has no role ecmr_documents: start the api once/)
  t.equal((await fetch(`${service.url}/d/x`)).status, 503)
  await createTables(at.pool)
  const [first, second] = [await at.publish(), await at.publish()]
  await untilReady(service)
  t.equal(await statusOf(t, service, first), 200)

  await at.postgres.kill()
  await until(async () => (await fetch(`${service.url}/d/x`)).status === 503, 'the end of PostgreSQL')
  await until(async () => (await statusOf(t, service, first)) === 503, 'the end of what was read')
  t.equal((await fetch(`${service.url}/livez`)).status, 200)
  await untilNotReady(service, /PostgreSQL cannot be used/)
  await at.postgres.start()
  await until(async () => (await statusOf(t, service, first)) === 200, 'the document')

  await rename(at.directory, `${at.directory}.away`)
  t.equal(await statusOf(t, service, second), 503)
  t.equal(await statusOf(t, service, first), 200, 'what is in memory is served')
  await untilNotReady(service, /The storage of documents cannot be used/)
  await rename(`${at.directory}.away`, at.directory)
  await untilReady(service)
  t.equal(await statusOf(t, service, second), 200)

  const third = await at.publish()
  const file = join(at.directory, third.sha256.slice(0, 2), third.sha256.slice(2, 4), third.sha256)
  await chmod(file, 0o600)
  await writeFile(file, 'something else')
  t.equal(await statusOf(t, service, third), 503)
  t.equal(await statusOf(t, service, first), 200)
  await until(async () => (await readiness(service)).status === 200, 'readiness: others are served')
  t.match(await (await fetch(`${service.url}/readyz`)).json(), { unreadable_documents: 1 })
  t.match(service.output(), new RegExp(`"level":50.*${third.sha256}.*a document cannot be served`))
  t.match(
    await (await fetch(service.metricsUrl)).text(),
    /^ecmr_storage_operations_total\{operation="get",outcome="damaged"\} 1$/m,
  )

  t.equal(await stop(service), 0)
  const { rows } = await at.pool.query('select count(*) as reads from documents.reads')
  t.ok(rows[0].reads >= 5, `${rows[0].reads} reads: who was served is written down when it stops`)
  for (const { path } of [first, second, third]) t.notMatch(service.output(), path.slice('/d/'.length))
  t.notMatch(service.output(), new URL(at.postgres.url).password)
})

t.test('a download that is under way is finished before the service stops', async (t) => {
  const at = await scene(t)
  await at.postgres.start()
  await createTables(at.pool)
  const document = await at.publish(5_000_000)
  const service = await at.start()
  await untilReady(service)
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  socket.write(`GET ${document.path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  // As much as the network holds has been sent; then it waits for us.
  await once(socket, 'readable')
  service.child.kill('SIGTERM')
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503, 'the notice')
  let got = 0
  for await (const chunk of socket) got += chunk.length
  t.ok(got > document.bytes.length, `${got} bytes`)
  t.equal(await service.ended, 0)
})
