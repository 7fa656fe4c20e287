import { commandHandler } from '@ecmr/application'
import { createExample } from '@ecmr/contract'
import { NO_POSITION } from '@ecmr/event-store'
import { openedStore } from '@ecmr/personal-data'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { breakableLog } from '../support/breakable-log.js'

t.test('while the event log is away PostgreSQL answers what it can, and says that it may lag', async (t) => {
  const api = await buildTestApi(t)
  const { log: recorded, turn } = breakableLog(api.recorded)
  const store = openedStore(recorded, api.dataKeys)
  const commands = commandHandler({ store: recorded, keys: api.dataKeys })
  const changed = { store, recorded, commands, storeWaitMs: 2_000 }
  const { haulier: customer, rival } = await api.another(changed)
  const { id, ecmr_number } = await api.haulier.create({ reference: 'HERE' })
  await api.haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'THERE' })
  const foreign = await api.rival.create()
  const paths = [
    '/api/ecmrs',
    '/api/ecmrs?search=THERE',
    `/api/ecmrs/${id}`,
    `/api/ecmrs/${ecmr_number}`,
    `/api/ecmrs/${id}?as_of=${new Date().toISOString()}`,
    `/api/ecmrs/${id}/events`,
    `/api/tracking/${ecmr_number}`,
    '/api/events',
  ]
  const before = new Map<string, string>()
  for (const path of paths) {
    const answer = await customer.call('GET', path)
    t.equal(answer.status, 200, path)
    t.equal(answer.headers['x-projection-lag'], undefined, path)
    before.set(path, answer.text)
  }

  for (const state of ['away', 'silent'] as const) {
    turn(state)
    // All at once: while the log is silent, each waits until it gives up.
    const answers = paths.map(async (path) => ({
      path,
      answer: await customer.call('GET', path, undefined, { 'x-min-position': NO_POSITION }),
    }))
    for (const { path, answer } of await Promise.all(answers)) {
      t.equal(answer.status, 200, `${state}: ${path}`)
      t.equal(answer.text, before.get(path), `${state}: ${path}`)
      t.match(answer.headers['x-projection-lag'], /^\d+ ms$/)
      t.ok(answer.headers['x-position'])
    }
    const record = await customer.call('GET', `/api/ecmrs/${id}`)
    t.equal(record.headers.etag, '"2"')
    t.equal((await rival.call('GET', `/api/ecmrs/${id}`)).status, 503, 'the content of the log is unknown')
  }

  turn('away')
  const parts = ['documents/1', 'document.pdf', 'document.qr.svg', `attachments/${id}`]
  const answersFor = (path: string) => customer.call('GET', `/api/ecmrs/${id}/${path}`)
  for (const part of parts) {
    const { status, headers } = await answersFor(part)
    t.match({ status, headers }, { status: 503, headers: { 'retry-after': '1' } }, `${part} may be new`)
  }
  for (const named of [foreign.id, foreign.ecmr_number])
    t.equal((await customer.call('GET', `/api/ecmrs/${named}`)).status, 503, 'nor by its number')
  const refused = await customer.call('PATCH', `/api/ecmrs/${id}`, { reference: 'NEW' })
  t.equal(refused.status, 503)
  t.match(refused.problem(), { code: 'unavailable' })
  t.ok(refused.headers['retry-after'])

  turn('there')
  for (const part of parts) t.equal((await answersFor(part)).status, 404, part)
  const back = await customer.call('GET', `/api/ecmrs/${id}`)
  t.equal(back.status, 200)
  t.equal(back.headers['x-projection-lag'], undefined)
  t.equal((await customer.call('POST', '/api/ecmrs', createExample)).status, 201)
})
