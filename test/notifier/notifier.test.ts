import type { Checkpoint } from '@ecmr/event-store'
import t from 'tap'
import { startReceiver } from '../webhooks/support/receiver.js'
import { verify } from '../webhooks/support/verifiers.js'
import { openApi, register, runNotifier } from './support.js'

t.test('what is written through the REST interface arrives, signed, in order, and as it was', async (t) => {
  const api = await openApi(t)
  const { haulier, rival } = api
  const [receiver, theirs] = [await startReceiver(t), await startReceiver(t)]
  runNotifier(t, api)
  const { secret } = await register(haulier, receiver.url)
  await register(rival, theirs.url)
  const { id, ecmr_number } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  await haulier.call('POST', `${path}/signatures`, {
    role: 'sender',
    signer_name: 'Ana Gil',
    method: 'typed',
  })
  await haulier.call('POST', `${path}/incidents`, { type: 'delay', description: 'Snow on the pass' })
  const other = await rival.create()
  const requests = await receiver.count(3)
  t.same(
    requests.map(({ json }) => json.type),
    ['ecmr.created', 'ecmr.signed', 'ecmr.incidencia'],
  )
  for (const request of requests) {
    t.same(verify(secret, request), request.json)
    t.match(request.json.data, { id, ecmr_number })
  }
  t.match(requests[2]?.json.data, { status: 'incident', description: 'Snow on the pass' })
  const [only] = await theirs.count(1)
  t.equal(only?.json.data.id, other.id, 'a company is not notified of another’s notes')
  t.same([receiver.received.length, theirs.received.length], [3, 1])
})

t.test(
  'a notification names the document as of its event, with its address where that is wanted',
  async (t) => {
    const api = await openApi(t)
    const { haulier } = api
    const [receiver, told] = [await startReceiver(t), await startReceiver(t)]
    runNotifier(t, api)
    await register(haulier, receiver.url)
    await register(haulier, told.url, { include_document_url: true })
    const { id } = await haulier.create()
    const path = `/api/ecmrs/${id}`
    t.equal((await haulier.call('POST', `${path}/documents`)).status, 201)
    const { document } = (await haulier.call('GET', path)).record()
    await haulier.call('POST', `${path}/incidents`, { type: 'delay', description: 'Snow on the pass' })
    const { kind, version, sha256, url } = document ?? {}
    const [created, incident] = await receiver.count(2)
    t.notOk(created && 'document' in created.json.data)
    t.strictSame(incident?.json.data.document, { kind, version, sha256 })
    const [, withUrl] = await told.count(2)
    t.strictSame(withUrl?.json.data.document, { kind, version, sha256, url })
  },
)

t.test('every notification states the newest checkpoint, and so does a replay', async (t) => {
  const api = await openApi(t)
  const { haulier } = api
  const receiver = await startReceiver(t)
  let checkpoint: { size: number; root: string } | undefined
  const latest = async () => checkpoint && { ...checkpoint, at: '2026-11-23T06:00:00Z', note: 'signed' }
  runNotifier(t, api, new Map(), { evidence: { latest } })
  await haulier.create()
  const { id: early } = await register(haulier, receiver.url)
  for (const size of [0, 7]) {
    checkpoint = size === 0 ? undefined : { size, root: Buffer.alloc(32, size).toString('base64') }
    await haulier.create()
    t.strictSame((await receiver.count(size === 0 ? 1 : 2)).at(-1)?.json.checkpoint, checkpoint)
  }
  checkpoint = { size: 9, root: Buffer.alloc(32, 9).toString('base64') }
  await haulier.call('POST', `/api/webhooks/${early}/replay`, { since: '1970-01-01T00:00:00Z' })
  const replayed = (await receiver.count(5)).slice(2).map(({ json }) => json.checkpoint?.size)
  t.same(new Set(replayed), new Set([undefined, 7, 9]), 'what was sent before is sent as it was')
})

t.test('events of a time without a notifier are delivered, and nothing is repeated', async (t) => {
  const api = await openApi(t)
  const receiver = await startReceiver(t)
  const places = new Map<string, Checkpoint>()
  await register(api.haulier, receiver.url)
  for (const [nth, place] of [places, places, new Map<string, Checkpoint>()].entries()) {
    const { id } = await api.haulier.create()
    t.equal(receiver.received.length, nth)
    // The last one has lost its place in the log.
    const notifier = runNotifier(t, api, place)
    const received = await receiver.count(nth + 1)
    t.equal(received.at(-1)?.json.data.id, id)
    await notifier.stop()
  }
  t.equal(new Set(receiver.received.map(({ json }) => json.id)).size, 3)
})
