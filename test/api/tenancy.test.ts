import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier, rival } = api

t.test('no route tells a company anything about another’s notes', async (t) => {
  const note = await haulier.create({ reference: 'SECRETO-1' })
  const body = { reference: 'x' }
  const signature = { role: 'sender', signer_name: 'X', method: 'typed' }

  for (const id of [note.id, note.ecmr_number]) {
    const path = `/api/ecmrs/${id}`
    const unknown = `/api/ecmrs/${id === note.id ? '01990000-0000-7000-8000-000000000000' : 'ECMR-2026-000000000-0'}`
    for (const [method, suffix, sent] of [
      ['GET', ''],
      ['HEAD', ''],
      ['GET', '?as_of=2199-01-01T00:00:00Z'],
      ['GET', '/events'],
      ['PATCH', '', body],
      ['PUT', '', body],
      ['POST', '/signatures', signature],
      ['POST', '/incidents', { type: 'other', description: 'x' }],
      ['POST', '/incidents/x/resolution', { outcome: 'continue' }],
      ['POST', '/reservations', { by: 'sender', grounds: 'x' }],
      ['POST', '/vehicle-changes', { vehicle_plate: '9999 XYZ', reason: 'x' }],
      ['POST', '/delivery-reversal', { reason: 'x' }],
      ['POST', '/invitations', { role: 'receiver', name: 'X' }],
      ['GET', '/invitations'],
      ['DELETE', '/invitations/01990000-0000-7000-8000-000000000000'],
      ['GET', '/attachments'],
      ['GET', '/attachments/01990000-0000-7000-8000-000000000000'],
      ['GET', '/attachments/01990000-0000-7000-8000-000000000000/content'],
      ['POST', '/attachments/01990000-0000-7000-8000-000000000000/withdrawal', { reason: 'x' }],
      ['POST', '/attachments', { source_url: 'https://example.com/deca.pdf' }],
      ['POST', '/cancellation', { reason: 'x' }],
    ] as const) {
      const [foreign, none] = await Promise.all([
        rival.call(method, path + suffix, sent, { 'x-request-id': 'same', 'if-match': '"9"' }),
        rival.call(method, unknown + suffix, sent, { 'x-request-id': 'same', 'if-match': '"9"' }),
      ])
      t.equal(foreign.status, 404, `${method} ${suffix}`)
      t.equal(foreign.text, none.text, `${method} ${suffix}: the same body as for an unknown id`)
      t.same(shown(foreign.headers), shown(none.headers), `${method} ${suffix}: the same headers`)
    }
  }
  for (const path of [
    '/api/ecmrs',
    '/api/ecmrs?search=SECRETO',
    `/api/ecmrs?search=${note.ecmr_number}`,
    '/api/events',
  ]) {
    const answer = await rival.call('GET', path)
    t.equal(answer.status, 200)
    t.notMatch(answer.text, new RegExp(`${note.id}|${note.ecmr_number}|"total":[1-9]`), path)
  }
  t.same((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record(), note, 'untouched')
})

t.test('an idempotency key of one company means nothing to another', async (t) => {
  const headers = { 'idempotency-key': 'the-same' }
  const { createExample } = await import('@ecmr/contract')
  const first = await haulier.call('POST', '/api/ecmrs', createExample, headers)
  const second = await rival.call('POST', '/api/ecmrs', { ...createExample, reference: 'other' }, headers)
  t.same([first.status, second.status], [201, 201])
  t.not(first.record().id, second.record().id)
})

/** Headers that may differ by the moment of the call are left out. */
function shown(headers: Readonly<Record<string, string | undefined>>): object {
  const {
    date,
    'x-position': position,
    'ratelimit-remaining': left,
    'ratelimit-reset': reset,
    ...rest
  } = headers
  return rest
}
