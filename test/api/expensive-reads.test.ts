import { expensiveReads, type NoReadTurn, type ReadTurn, readLimits } from '@ecmr/web'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const expensive = expensiveReads({ ...readLimits, atOnce: 1, patienceMs: 50 })
const { haulier, rival } = await buildTestApi(t, () => ({ expensive }))

function taken(turn: ReadTurn | NoReadTurn): ReadTurn {
  if (!turn.ok) throw new Error('refused')
  return turn
}

t.test('what is expensive waits for its company’s other reads, and then is refused', async (t) => {
  const { id } = await haulier.create()
  const now = encodeURIComponent(new Date().toISOString())
  const costly = [
    '/api/events',
    `/api/ecmrs/${id}/events`,
    '/api/ecmrs?search=aceite',
    `/api/ecmrs/${id}?as_of=${now}`,
    `/api/ecmrs?as_of=${now}`,
    `/api/ecmrs/${id}/documents?as_of=${now}`,
  ]
  const turn = taken(await expensive.enter(haulier.company.id))
  for (const path of costly) {
    const answer = await haulier.call('GET', path)
    t.match(answer.problem(), { status: 429, code: 'too_many_reads' }, path)
    t.equal(answer.headers['retry-after'], '1')
  }
  for (const path of ['/api/ecmrs', `/api/ecmrs/${id}`])
    t.equal((await haulier.call('GET', path)).status, 200, `${path} is not expensive`)
  t.equal((await rival.call('GET', '/api/events')).status, 200, 'another company does not wait')
  turn.leave(0)
  for (const path of costly) t.equal((await haulier.call('GET', path)).status, 200, path)
})

t.test('a note is expensive once it is known to be large', async (t) => {
  const goods_items = Array.from({ length: 100 }, () => ({ description: 'x'.repeat(1_000) }))
  const { id } = await haulier.create({ goods_items })
  t.equal((await haulier.call('GET', `/api/ecmrs/${id}`)).status, 200)
  const turn = taken(await expensive.enter(haulier.company.id))
  t.equal((await haulier.call('GET', `/api/ecmrs/${id}`)).status, 429)
  t.equal((await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'x' })).status, 429)
  turn.leave(0)
  t.equal((await haulier.call('PATCH', `/api/ecmrs/${id}`, { goods_items: null })).status, 200)
  const again = taken(await expensive.enter(haulier.company.id))
  t.equal((await haulier.call('GET', `/api/ecmrs/${id}`)).status, 200, 'it is small again')
  again.leave(0)
})
