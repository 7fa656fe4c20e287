import { changeHandle, setTakesShares } from '@ecmr/accounts'
import { historyPage, shareList, shareView } from '@ecmr/contract'
import { actingFor, noteStream } from '@ecmr/domain'
import t from 'tap'
import { buildTestApi, type Customer, operator } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const api = await buildTestApi(t)
const { haulier, rival, pool } = api

const carrier = { access: 'act', role: 'carrier' } as const

async function share(id: string, body: object = carrier, by = haulier, to = rival) {
  const answer = await by.call('POST', `/api/ecmrs/${id}/shares`, { company: to.company.handle, ...body })
  t.equal(answer.status, 201, answer.text)
  return asPromised(shareView, answer.json())
}

async function listed(by: Customer, id: string) {
  return asPromised(shareList, (await by.call('GET', `/api/ecmrs/${id}/shares`)).json())
}

const revoke = (id: string, shareId: string, by = haulier) =>
  by.call('DELETE', `/api/ecmrs/${id}/shares/${shareId}`)

t.test('a note is shared, seen, and seen no more', async (t) => {
  const note = await haulier.create({ reference: 'R-1', metadata: { order: 'SECRETO-7' } })
  t.equal((await rival.call('GET', `/api/ecmrs/${note.id}`)).status, 404)
  const made = await share(note.id)
  t.match(made, { ...carrier, state: 'open', company: { name: 'Transports Garonne' } })
  for (const named of [note.id, note.ecmr_number]) {
    const seen = await rival.call('GET', `/api/ecmrs/${named}`)
    t.equal(seen.status, 200, seen.text)
    t.match(seen.record(), { id: note.id, reference: 'R-1', metadata: {} })
    t.notMatch(seen.text, /SECRETO/)
  }
  const mine = await listed(haulier, note.id)
  t.strictSame(mine.data, [made])
  t.match(mine.owner, { name: 'Transportes Guadalquivir', handle: haulier.company.handle })
  t.strictSame(await listed(rival, note.id), mine, 'both see the same')

  const revoked = asPromised(shareView, (await revoke(note.id, made.share_id)).json())
  t.match(revoked, { state: 'revoked', share_id: made.share_id })
  t.equal((await revoke(note.id, made.share_id)).status, 200, 'again changes nothing')
  t.equal((await rival.call('GET', `/api/ecmrs/${note.id}`)).status, 404)
  t.equal((await rival.call('GET', `/api/ecmrs/${note.id}?as_of=${revoked.shared_at}`)).status, 404)
})

t.test('both see the same history, and of each other’s people no more than the company', async (t) => {
  const note = await haulier.create({ metadata: { order: 'SECRETO-7' } })
  const invited = { role: 'receiver', name: 'Jean SECRETO', email: 'secreto@example.com' }
  await haulier.call('POST', `/api/ecmrs/${note.id}/invitations`, invited)
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { metadata: { order: 'SECRETO-8' } })
  await share(note.id)
  const signature = { role: 'carrier', signer_name: 'Luis Vega', method: 'typed' }
  const signed = await rival.call('POST', `/api/ecmrs/${note.id}/signatures`, signature)
  t.equal(signed.status, 201, signed.text)
  t.match(signed.record(), { status: 'in_transit', metadata: {} })
  const path = `/api/ecmrs/${note.id}/events`
  const [own, seen] = await Promise.all([haulier.call('GET', path), rival.call('GET', path)])
  const [ours, theirs] = [own, seen].map((one) => asPromised(historyPage, one.json()).data)
  t.strictSame(
    theirs?.map(({ type, hash }) => [type, hash]),
    ours?.map(({ type, hash }) => [type, hash]),
  )
  t.notMatch(seen.text, /SECRETO|secreto/)
  t.match(own.text, /SECRETO-8.*secreto@example.com|secreto@example.com.*SECRETO-8/)
  t.match(seen.text, /Luis Vega/)
  const [created] = theirs ?? []
  t.same(created?.actor, { kind: 'api_key', id: haulier.company.id, name: 'Transportes Guadalquivir' })
  t.match(ours?.find(({ type }) => type === 'EcmrSigned')?.actor, { name: 'Transports Garonne' })
  t.match(theirs?.find(({ type }) => type === 'EcmrSigned')?.actor, { name: 'test' }, 'its own key by name')
  const [first] = await api.recorded.readStream(noteStream(note.id))
  t.equal(first?.metadata.company_id, haulier.company.id)
  const last = (await api.recorded.readStream(noteStream(note.id))).at(-1)
  t.equal(last?.metadata.company_id, haulier.company.id, 'the stream stays that of its company')
  t.equal(last?.metadata.actor.company_id, rival.company.id)
  t.strictSame(last?.metadata.shared_with, [rival.company.id])
})

t.test('no share with who takes none, with oneself, or twice alike', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}/shares`
  const refused = async (company: string, body: object = carrier) =>
    (await haulier.call('POST', path, { company, ...body })).problem()
  t.match(await refused('no-such-company'), { status: 409, code: 'not_shareable' })
  t.match(await refused(haulier.company.handle), { status: 409, code: 'not_shareable' })
  t.match(await refused(rival.company.handle, { access: 'act' }), { status: 400, code: 'invalid_command' })
  t.match(await refused(rival.company.name), { status: 409, code: 'not_shareable' }, 'names are no handles')
  await setTakesShares(pool, actingFor(rival.company.id), false, operator)
  const unwilling = await refused(rival.company.handle)
  t.match(unwilling, { status: 409, code: 'not_shareable' })
  t.equal(
    unwilling.detail.replace(rival.company.handle, 'X'),
    (await refused('no-such-company')).detail.replace('no-such-company', 'X'),
    'who takes none looks like nobody',
  )
  await setTakesShares(pool, actingFor(rival.company.id), true, operator)
  await share(note.id)
  t.match(await refused(rival.company.handle), { status: 409, code: 'already_shared' })
})

t.test('handles are not found out by trying', async (t) => {
  const { haulier: other } = await api.another()
  const note = await other.create()
  const path = `/api/ecmrs/${note.id}/shares`
  const statuses: number[] = []
  for (let tries = 0; tries < 70; tries++)
    statuses.push((await other.call('POST', path, { company: `guess-${tries}`, access: 'read' })).status)
  t.ok(statuses.includes(429), 'guessing ends')
  const refused = await other.call('POST', path, { company: 'guess-x', access: 'read' })
  t.match(refused.problem(), { status: 429, code: 'rate_limited' })
  t.match(refused.headers['retry-after'], /^\d+$/)
  await pool.query('delete from accounts.failed_logins')
})

t.test('a handle is changed once in a while, and never passes to another company', async (t) => {
  const company = actingFor(rival.company.id)
  const before = rival.company.handle
  t.match(await changeHandle(pool, company, 'Garonne', operator), { reason: 'malformed' })
  t.match(await changeHandle(pool, company, haulier.company.handle, operator), { reason: 'taken' })
  t.same(await changeHandle(pool, company, 'garonne', operator), { ok: true })
  t.match(await changeHandle(pool, company, 'garonne-2', operator), { ok: false, reason: 'too_soon' })
  t.match(await changeHandle(pool, actingFor(haulier.company.id), before, operator), { reason: 'taken' })
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}/shares`
  const former = await haulier.call('POST', path, { company: before, access: 'read' })
  t.match(former.problem(), { code: 'not_shareable' }, 'the former handle leads nowhere')
  const shared = await haulier.call('POST', path, { company: 'garonne', access: 'read' })
  t.equal(shared.status, 201)
  t.match((await rival.call('GET', '/api/me')).json(), { company: { handle: 'garonne' } })
  await pool.query('update accounts.companies set handle = $1, handle_changed_at = null where id = $2', [
    before,
    company,
  ])
})

t.test('the handle of a company that is gone leads nowhere, and stays taken', async (t) => {
  const { rows } = await pool.query<{ id: string; handle: string }>(
    `insert into accounts.companies (id, name, plan, policy) values (gen_random_uuid(), 'Cerrada SL', 'free', 'lenient')
     returning id, handle`,
  )
  const [closed] = rows
  await pool.query('delete from accounts.companies where id = $1', [closed?.id])
  const note = await haulier.create()
  const answer = await haulier.call('POST', `/api/ecmrs/${note.id}/shares`, {
    company: closed?.handle,
    access: 'read',
  })
  t.match(answer.problem(), { code: 'not_shareable' })
  t.match(await changeHandle(pool, actingFor(haulier.company.id), `${closed?.handle}`, operator), {
    reason: 'taken',
  })
})

t.test('a repeat with the same key shares once', async (t) => {
  const note = await haulier.create()
  const body = { company: rival.company.handle, ...carrier }
  const key = { 'idempotency-key': 'share-once' }
  const path = `/api/ecmrs/${note.id}/shares`
  const first = await haulier.call('POST', path, body, key)
  const again = await haulier.call('POST', path, body, key)
  t.equal(again.text, first.text)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal((await listed(haulier, note.id)).data.length, 1)
  const stale = await haulier.call(
    'POST',
    path,
    { ...body, access: 'read', role: undefined },
    { 'if-match': '"1"' },
  )
  t.match(stale.problem(), { status: 412 })
})

t.test('a cancelled note is shared and its share revoked', async (t) => {
  const note = await haulier.create()
  await haulier.call('POST', `/api/ecmrs/${note.id}/cancellation`, { reason: 'x' })
  const made = await share(note.id)
  t.match((await rival.call('GET', `/api/ecmrs/${note.id}`)).record(), { cancelled: true })
  const signature = { role: 'carrier', signer_name: 'Luis', method: 'typed' }
  const signed = await rival.call('POST', `/api/ecmrs/${note.id}/signatures`, signature)
  t.match(signed.problem(), { status: 409, code: 'cancelled' })
  t.equal((await revoke(note.id, made.share_id)).status, 200)
})

t.test('what was done under a share is answered no more once it is revoked', async (t) => {
  const note = await haulier.create()
  const made = await share(note.id)
  const key = { 'idempotency-key': 'sign-once' }
  const body = { role: 'carrier', signer_name: 'Luis', method: 'typed' }
  const sign = () => rival.call('POST', `/api/ecmrs/${note.id}/signatures`, body, key)
  const nothing = { 'idempotency-key': 'again' }
  const inTransit = () => rival.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'in_transit' }, nothing)
  t.equal((await sign()).status, 201)
  t.equal((await inTransit()).status, 200, 'it stands there already')
  t.equal((await sign()).headers['idempotent-replayed'], 'true')
  await revoke(note.id, made.share_id)
  t.equal((await sign()).status, 404)
  t.equal((await inTransit()).status, 404)
})

t.test(
  'a record that is sent back as it was read changes nothing, for the other company either',
  async (t) => {
    const note = await haulier.create({ metadata: { order: '1' } })
    await share(note.id)
    const record = (await rival.call('GET', `/api/ecmrs/${note.id}`)).record()
    const same = await rival.call('PATCH', `/api/ecmrs/${note.id}`, record)
    t.equal(same.status, 200, same.text)
    const delivered = await rival.call('PATCH', `/api/ecmrs/${note.id}`, { ...record, status: 'delivered' })
    t.match(delivered.record(), { status: 'delivered', metadata: {} })
    const edited = await rival.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'other' })
    t.match(edited.problem(), { status: 403, code: 'not_in_your_share' })
    const kept = (await haulier.call('GET', `/api/ecmrs/${note.id}`)).record()
    t.match(kept.metadata, { order: '1' }, 'what the owner keeps is as it was')
  },
)

t.test('two companies act at once, and all of it is on record', async (t) => {
  const note = await haulier.create()
  await share(note.id)
  const incident = (by: Customer, n: number) =>
    by.call('POST', `/api/ecmrs/${note.id}/incidents`, { type: 'delay', description: `delay ${n}` })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => incident(n % 2 === 0 ? haulier : rival, n)),
  )
  const taken = answers.filter(({ status }) => status === 201)
  t.ok(
    answers.every(({ status }) => status === 201 || status === 409),
    answers.map(({ status }) => status).join(),
  )
  const { incidents } = (await haulier.call('GET', `/api/ecmrs/${note.id}`)).record()
  t.equal(incidents.length, taken.length)
})

t.test('a share that is revoked while its company acts: the command counts or is not found', async (t) => {
  for (let round = 0; round < 10; round++) {
    const note = await haulier.create()
    const made = await share(note.id)
    const body = { by: 'carrier', grounds: 'wet' }
    const [acted] = await Promise.all([
      rival.call('POST', `/api/ecmrs/${note.id}/reservations`, body),
      revoke(note.id, made.share_id),
    ])
    const types = (await api.recorded.readStream(noteStream(note.id))).map(({ type }) => type)
    const expected =
      acted.status === 201
        ? ['EcmrCreated', 'EcmrShared', 'ReservationRecorded', 'SharingRevoked']
        : ['EcmrCreated', 'EcmrShared', 'SharingRevoked']
    t.ok([201, 404].includes(acted.status), acted.text)
    t.strictSame(types, expected)
  }
})

t.test('test notes are shared with test data', async (t) => {
  const testing = async (customer: Customer) => {
    const { createApiKey } = await import('@ecmr/accounts')
    const input = { company_id: customer.company.id, name: 'test', livemode: false }
    return api.customer(customer.company, (await createApiKey(pool, input, operator)).clear)
  }
  const [ours, theirs] = [await testing(haulier), await testing(rival)]
  const note = await ours.create()
  await share(note.id, carrier, ours)
  t.equal((await rival.call('GET', `/api/ecmrs/${note.id}`)).status, 404, 'a live key sees no test')
  t.match((await theirs.call('GET', `/api/ecmrs/${note.id}`)).record(), { livemode: false })
})

t.test('lists are asked for what is one’s own, shared, or both', async (t) => {
  const mine = await rival.create({ reference: 'MINE-1' })
  const theirs = await haulier.create({ reference: 'THEIRS-1' })
  const made = await share(theirs.id)
  const idsOf = async (query: string, by = rival) => {
    const answer = await by.call('GET', `/api/ecmrs${query}`)
    t.equal(answer.status, 200, answer.text)
    return answer.json() as { data: { id: string; shared_by?: object }[]; pagination: { total: number } }
  }
  const only = (found: Awaited<ReturnType<typeof idsOf>>) => found.data.map(({ id }) => id)
  t.notOk(only(await idsOf('')).includes(theirs.id), 'its own unless asked')
  const shared = await idsOf('?scope=shared')
  t.ok(only(shared).includes(theirs.id) && !only(shared).includes(mine.id))
  t.match(shared.data.find(({ id }) => id === theirs.id)?.shared_by, { name: 'Transportes Guadalquivir' })
  const all = await idsOf('?scope=all')
  t.ok(only(all).includes(theirs.id) && only(all).includes(mine.id))
  t.equal(all.data.find(({ id }) => id === mine.id)?.shared_by, undefined)
  t.strictSame(only(await idsOf('?scope=shared&search=THEIRS')), [theirs.id])
  t.strictSame(only(await idsOf('?scope=all&search=mine-1')), [mine.id])
  t.strictSame(only(await idsOf('?scope=own&search=THEIRS')), [])
  t.strictSame(only(await idsOf('?scope=shared&reference=THEIRS-1&sort=updated_at')), [theirs.id])
  const past = await rival.call('GET', '/api/ecmrs?scope=shared&as_of=2026-01-01T00:00:00Z')
  t.match(past.problem(), { status: 400, errors: [{ pointer: '/scope' }] })
  await revoke(theirs.id, made.share_id)
  t.notOk(only(await idsOf('?scope=all')).includes(theirs.id), 'revoked')
  t.ok(only(await idsOf('?scope=all', haulier)).includes(theirs.id))
})
