import { verifyWebhook, WebhookError } from '@ecmr/client'
import { Webhook } from 'standardwebhooks'
import t from 'tap'

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
const NOW = Date.UTC(2026, 10, 25)
const BODY = JSON.stringify({ id: 'e1', type: 'ecmr.signed', data: { signer_name: 'Épicier' } })

const headersOf = (secret: string, at = NOW) => ({
  'webhook-id': 'm1',
  'webhook-timestamp': String(at / 1_000),
  'webhook-signature': new Webhook(secret).sign('m1', new Date(at), BODY),
})
const verify = (headers: Parameters<typeof verifyWebhook>[0]['headers'], body: string | Uint8Array = BODY) =>
  verifyWebhook({ headers, body }, { secret: SECRET, now: NOW })

t.test('what the service signed is taken, as text or bytes, with headers in any form', async (t) => {
  const headers = headersOf(SECRET)
  for (const given of [headers, new Headers(headers)])
    for (const body of [BODY, new TextEncoder().encode(BODY), Buffer.from(BODY)])
      t.match(await verify(given, body), { type: 'ecmr.signed', data: { signer_name: 'Épicier' } })
})

t.test('while one secret replaces another, either signature and either secret will do', async (t) => {
  const both = { ...headersOf(OTHER) }
  both['webhook-signature'] += ` ${headersOf(SECRET)['webhook-signature']}`
  t.match(await verify(both), { id: 'e1' })
  const request = { headers: headersOf(OTHER), body: BODY }
  t.match(await verifyWebhook(request, { secret: [SECRET, OTHER], now: NOW }), { id: 'e1' })
})

t.test('what was changed, signed by others, or is old is refused', async (t) => {
  const good = headersOf(SECRET)
  await t.rejects(verify(good, BODY.replace('signed', 'created')), WebhookError)
  await t.rejects(verify(headersOf(OTHER)), WebhookError)
  await t.rejects(verify(headersOf(SECRET, NOW - 301_000)), WebhookError)
  await t.rejects(verify(headersOf(SECRET, NOW + 301_000)), WebhookError)
  await t.rejects(verify({ ...good, 'webhook-timestamp': '1e9' }), WebhookError)
  await t.rejects(verify({ ...good, 'webhook-id': 'm2' }), WebhookError)
  for (const signature of ['v1,', 'v1,!', 'v2,AAAA', '', 'v1a,AAAA', 'x '.repeat(50)])
    await t.rejects(verify({ ...good, 'webhook-signature': signature }), WebhookError, signature)
  const { 'webhook-id': _, ...without } = good
  await t.rejects(verify(without), { name: 'WebhookError', message: /webhook-id/ })
  await t.rejects(verifyWebhook({ headers: good, body: BODY }, { secret: 'whsec_', now: NOW }), TypeError)
})
