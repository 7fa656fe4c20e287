import { notifications } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { v7 } from 'uuid'
import { asPromised } from '../support/contract.js'
import { fields, note, withDocument } from './support/events.js'
import type { Received } from './support/receiver.js'
import { startReceiver } from './support/receiver.js'
import { openReceiving, openWorld } from './support/world.js'

const sha256 = 'e'.repeat(64)
const aDocument = () => ({ document_id: v7(), kind: 'deca', version: 2, sha256 }) as const
const urlOf = (documentId: string) => `https://ecmr.example/d/${documentId}`
const documentUrls = async (_company: string, ids: readonly string[]) =>
  new Map(ids.map((id) => [id, urlOf(id)]))

/** A receiver of `company-a` whose owner wants addresses, or does not. */
async function receiving(t: Test, world: Awaited<ReturnType<typeof openWorld>>, wantsUrl: boolean) {
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.rows('update webhooks.endpoints set include_document_url = $2 where id = $1', [
    endpoint.id,
    wantsUrl,
  ])
  return receiver
}

const documentIn = (received: readonly Received[]) => received.map(({ json }) => json.data.document)

t.test('the document is named once issued; its address goes to those only who want it', async (t) => {
  const world = await openWorld(t)
  const [open, closed] = [await receiving(t, world, true), await receiving(t, world, false)]
  world.startWorker({ documentUrls })
  const [one, document] = [note(), aDocument()]
  const { kind, version, document_id } = document
  await world.plan(
    one.event('EcmrCreated'),
    withDocument(one.event('DocumentIssued'), document),
    withDocument(one.event('EcmrSigned'), document),
  )
  const named = { kind, version, sha256 }
  t.strictSame(documentIn(await closed.count(3)), [undefined, named, named])
  const [, issued, told] = await open.count(3)
  t.strictSame(told?.json.data.document, { ...named, url: urlOf(document_id) })
  t.ok(asPromised(notifications['ecmr.signed'], told?.json))
  t.strictSame(issued?.json.data.document, told?.json.data.document, 'from the issue on')
  t.ok(asPromised(notifications['ecmr.document_issued'], issued?.json))
  const stored = await world.rows(`select convert_from(payload, 'UTF8') as text from webhooks.messages`)
  t.notMatch(JSON.stringify(stored), /ecmr\.example/)
})

t.test('each attempt says the same, until the owner wants no address any more', async (t) => {
  const world = await openReceiving(t, (response) => response.writeHead(500).end())
  await world.rows('update webhooks.endpoints set include_document_url = true')
  const asked: (readonly string[])[] = []
  const worker = world.startWorker({
    schedule: [0, 1, 1],
    documentUrls: async (company, ids) => {
      asked.push([company, ...ids])
      return documentUrls(company, ids)
    },
  })
  const document = aDocument()
  await world.plan(withDocument(note().event('EcmrCreated'), document))
  const [first, second, third] = await world.receiver.count(3)
  t.match(first?.json.data.document, { url: urlOf(document.document_id) })
  t.strictSame(second?.body, first?.body)
  t.strictSame(third?.body, first?.body)
  t.strictSame(new Set(asked.map((each) => each.join(' '))), new Set([`company-a ${document.document_id}`]))
  await worker.stop()
  await world.rows(`update webhooks.endpoints set include_document_url = false;
    update webhooks.deliveries set status = 'pending', next_attempt_at = now(), failing_since = null`)
  world.startWorker({ documentUrls })
  const [, , , last] = await world.receiver.count(4)
  t.notOk(last?.body.includes('ecmr.example'))
})

t.test('a document without an address is named without one', async (t) => {
  const world = await openReceiving(t)
  await world.rows('update webhooks.endpoints set include_document_url = true')
  world.startWorker({ documentUrls: async () => new Map() })
  await world.plan(withDocument(note().event('EcmrCreated'), aDocument()))
  const [received] = await world.receiver.count(1)
  t.strictSame(received?.json.data.document, { kind: 'deca', version: 2, sha256 })
})

t.test('while addresses cannot be looked up, others are served', async (t) => {
  const world = await openWorld(t)
  const [open, closed] = [await receiving(t, world, true), await receiving(t, world, false)]
  const said: string[] = []
  const log = { warn: () => undefined, error: (_: object, line: string) => said.push(line) }
  world.startWorker({
    log,
    documentUrls: () => Promise.reject(new Error('there are no links')),
  })
  await world.plan(withDocument(note().event('EcmrCreated'), aDocument()))
  await closed.count(1)
  t.match(said, [/^addresses of documents cannot be looked up/])
  t.equal(open.received.length, 0)
})

t.test('with the longest address a notification stays below 20,000 bytes', async (t) => {
  const world = await openReceiving(t)
  await world.rows('update webhooks.endpoints set include_document_url = true')
  const host = Array.from({ length: 4 }, () => 'h'.repeat(61)).join('.')
  const longest = `https://${host}.es:65535/d/${'A'.repeat(43)}`
  world.startWorker({ documentUrls: async (_company, ids) => new Map(ids.map((id) => [id, longest])) })
  for (let length = 600; length <= 1_000; length += 50) {
    const long = { goods_items: Array.from({ length: 20 }, () => ({ description: 'x'.repeat(length) })) }
    await world.plan(
      withDocument(note().event('EcmrCreated', { fields: { ...fields, ...long } }), aDocument()),
    )
  }
  const received = await world.receiver.count(9)
  const sizes = received.map(({ body }) => body.length)
  t.ok(Math.max(...sizes) < 20_000, `${Math.max(...sizes)} bytes`)
  t.ok(Math.max(...sizes) > 19_000)
  for (const { json } of received) t.match(json.data.document, { url: longest })
})
