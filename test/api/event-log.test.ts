import { join } from 'node:path'
import {
  leafHashOf,
  openEvidence,
  openLogKey,
  openNote,
  originOf,
  parseCheckpoint,
  parseVerifierKey,
  readLeaves,
  rootOf,
  sealAsLeader,
  tilePath,
  toBase64,
} from '@ecmr/evidence'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { SITE_URL } from '../support/service-ground.js'
import { until } from '../support/until.js'

const path = join(await emptyDirectory(t), 'evidence.key')
const key = await openLogKey({ path, isGenerated: true }, originOf(SITE_URL))
const { app, url, pool, store, haulier, call } = await buildTestApi(t, ({ pool }) => ({
  evidence: openEvidence({ pool, key }),
}))

t.test('without a key for it there is no log to be verified, and health says so', async (t) => {
  const off = await buildTestApi(t)
  for (const path of ['/.well-known/ecmr-log', '/tlog/checkpoint', '/tlog/tile/0/000.p/1'])
    t.equal((await off.call('GET', path)).status, 404, path)
  t.match((await off.call('GET', '/api/health')).json(), { checks: { evidence: 'off' } })
})

t.test('while no process seals the log, health tells, and the service goes on', async (t) => {
  t.match((await call('GET', '/api/health')).json(), {
    status: 'degraded',
    checks: { evidence: 'degraded' },
    problems: [/^No process seals the event log/],
  })
  const ready = await call('GET', '/readyz')
  t.equal(ready.status, 200)
  t.match(ready.json(), { status: 'ok', evidence: [/^No process seals/] })
  t.equal((await call('GET', '/tlog/checkpoint')).status, 404)
})

t.test('anyone gets key, checkpoint and tiles, and computes the root from these', async (t) => {
  await haulier.create()
  const stopping = new AbortController()
  const evidence = { checkpoints: undefined, tsaUrl: undefined, witnesses: [] }
  const log = { info: () => undefined, warn: () => undefined }
  const ended = sealAsLeader({ url, pool, store, key, evidence, log, signal: stopping.signal })
  t.teardown(async () => {
    stopping.abort()
    await ended
  })
  await until(async () => (await call('GET', '/tlog/checkpoint')).status === 200, 'a checkpoint')
  const answer = await call('GET', '/tlog/checkpoint', undefined, { accept: 'text/plain' })
  t.match(answer.headers, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=5',
  })

  const described = (await call('GET', '/.well-known/ecmr-log')).json()
  const { size, root } = parseCheckpoint(openNote(answer.text, [parseVerifierKey(key.vkey)]).text)
  t.strictSame(described, {
    origin: originOf(SITE_URL),
    keys: [{ name: originOf(SITE_URL), vkey: key.vkey, from_size: size }],
    checkpoint: answer.text,
    witnesses: [],
  })
  const leaves = (await readLeaves(store, { after: '', limit: size })).map(leafHashOf)
  const computed = await rootOf(size, async (level, index, width) => {
    const tile = await app.inject({ url: `/tlog/tile/${tilePath({ level, index, width })}` })
    t.match(tile.headers, {
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    t.ok(tile.rawPayload.equals(Buffer.concat(leaves)))
    return tile.rawPayload
  })
  t.equal(toBase64(computed), toBase64(root))
  await until(
    async () => !('evidence' in Object(await call('GET', '/readyz').then((is) => is.json()))),
    'no problem',
  )
  t.match((await call('GET', '/api/health')).json(), { checks: { evidence: 'ok' } })

  for (const path of [
    `0/000.p/${size + 1}`,
    '0/000',
    '1/000.p/1',
    '0/001.p/1',
    '0/0',
    'x',
    '64/000',
    '-1/000',
    `0/${'x001/'.repeat(90)}000`,
  ])
    t.equal((await call('GET', `/tlog/tile/${path}`)).status, 404, path)
})
