import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { haulier } = await buildTestApi(t)
const signature = { role: 'sender', signer_name: 'Carmen Ruiz', method: 'typed' }

t.test('PATCH and PUT are the same partial update', async (t) => {
  for (const method of ['PATCH', 'PUT'] as const) {
    const note = await haulier.create()
    const answer = await haulier.call(method, `/api/ecmrs/${note.id}`, { reference: 'A-1' })
    t.equal(answer.status, 200)
    t.match(answer.record(), { ...note, reference: 'A-1', version: 2, updated_at: String })
    t.equal(answer.headers.etag, '"2"')
  }
})

t.test('an update that changes nothing answers the record as it stands', async (t) => {
  const note = await haulier.create({ reference: 'A-1' })
  const answer = await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { reference: 'A-1' })
  t.equal(answer.status, 200)
  t.same(answer.record(), note)
  t.ok(answer.headers['x-position'])
})

t.test('several things in one body become one append, or none of them', async (t) => {
  const note = await haulier.create()
  const body = {
    carrier_company_name: 'Transportes Guadalquivir S.A.',
    vehicle_plate: '1234 LMN',
    signature: { ...signature, role: 'carrier' },
    reservation: { by: 'carrier', grounds: 'Two pallets wet' },
    incident: { type: 'delay', description: 'Flat tyre', occurred_at: '2026-06-01T08:30:00+01:00' },
  }
  const answer = await haulier.call('PATCH', `/api/ecmrs/${note.id}`, body)
  t.equal(answer.status, 200)
  const record = answer.record()
  t.match(record, {
    status: 'incident',
    status_label: 'Incidencia',
    carrier_company_name: body.carrier_company_name,
    signatures: [{ role: 'carrier', level: 'simple' }],
    reservations: [{ by: 'carrier', grounds: 'Two pallets wet' }],
    incidents: [{ type: 'delay', status: 'open', occurred_at: '2026-06-01T07:30:00.000Z' }],
  })
  const refused = await haulier.call('PATCH', `/api/ecmrs/${note.id}`, {
    delivery_city: 'Lyon',
    status: 'delivered',
  })
  t.match(refused.problem(), { status: 409, code: 'incident_open' })
  t.same((await haulier.call('GET', `/api/ecmrs/${note.id}`)).record(), record)

  const resolve_incident = {
    incident_id: record.incidents[0]?.incident_id,
    outcome: 'continue',
    note: 'Tyre changed',
  }
  const resolved = await haulier.call('PATCH', `/api/ecmrs/${note.id}`, {
    resolve_incident,
    status: 'entregado',
  })
  t.match(resolved.record(), {
    status: 'delivered',
    incidents: [{ status: 'resolved', outcome: 'continue' }],
  })
})

t.test('each command has an address of its own and answers 201 with the record', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const signed = await haulier.call('POST', `${path}/signatures`, signature)
  t.equal(signed.status, 201)
  t.match(signed.record().signatures, [{ role: 'sender', covers_current_version: true }])
  const reserved = await haulier.call('POST', `${path}/reservations`, {
    by: 'receiver',
    grounds: 'Seal broken',
  })
  t.match([reserved.status, reserved.record().reservations], [201, [{ grounds: 'Seal broken' }]])
  const reported = await haulier.call('POST', `${path}/incidents`, {
    type: 'theft',
    description: 'Ten boxes',
  })
  t.equal(reported.status, 201)
  const [incident] = reported.record().incidents
  t.match(incident, { severity: 'medium', status: 'open' })
  const address = `${path}/incidents/${incident?.incident_id}/resolution`
  const resolved = await haulier.call('POST', address, { outcome: 'continue' })
  t.match([resolved.status, resolved.record().status], [201, 'draft'])
  const cancelled = await haulier.call('POST', `${path}/cancellation`, { reason: 'Order withdrawn' })
  t.match(
    [cancelled.status, cancelled.record()],
    [201, { cancelled: true, cancel_reason: 'Order withdrawn' }],
  )
  t.match((await haulier.call('PATCH', path, { reference: 'X' })).problem(), {
    status: 409,
    code: 'cancelled',
  })
})

t.test('a refusal says what is possible instead', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  t.match((await haulier.call('PATCH', path, { status: 'delivered' })).record(), { status: 'delivered' })
  const backwards = await haulier.call('PATCH', path, { status: 'borrador' })
  t.match(backwards.problem(), { status: 409, code: 'invalid_transition', allowed_transitions: Array })
  const unknown = await haulier.call('POST', `${path}/incidents/nonsense/resolution`, { outcome: 'continue' })
  t.match(unknown.problem(), { status: 404, code: 'incident_not_found' })
})

t.test('the bodies of commands are checked like all others', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const bad: readonly [string, object, readonly string[]][] = [
    [
      'signatures',
      { role: 'driver', signer_name: ' ', metod: 'typed' },
      ['/method', '/metod', '/role', '/signer_name'],
    ],
    ['signatures', { ...signature, signature_image: 'data:image/svg+xml;base64,AAAA' }, ['/signature_image']],
    ['incidents', { type: 'fire' }, ['/description', '/type']],
    ['incidents', { type: 'other', description: 'x', occurred_at: '2026-02-30T10:00:00Z' }, ['/occurred_at']],
    ['incidents/x/resolution', { outcome: 'good' }, ['/outcome']],
    ['reservations', { by: 'sender', grounds: 'a\u0000b' }, ['/grounds']],
    ['cancellation', {}, ['/reason']],
  ]
  for (const [command, body, pointers] of bad) {
    const answer = await haulier.call('POST', `${path}/${command}`, body)
    t.equal(answer.status, 400, command)
    t.same(
      answer
        .problem()
        .errors?.map(({ pointer }) => pointer)
        .sort(),
      pointers,
      command,
    )
  }
  const nested = await haulier.call('PATCH', path, {
    signature: { role: 'sender' },
    resolve_incident: { outcome: 1 },
  })
  const pointers = nested.problem().errors?.map(({ pointer }) => pointer)
  t.same(pointers?.sort(), [
    '/resolve_incident/incident_id',
    '/resolve_incident/outcome',
    '/signature/method',
    '/signature/signer_name',
  ])
})

t.test('If-Match lets a change through only on the version that was read', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const change = (etag: string, body: object) => haulier.call('PATCH', path, body, { 'if-match': etag })
  t.equal((await change('"1"', { reference: 'A' })).status, 200)
  const stale = await change('"1"', { reference: 'B' })
  t.match(stale.problem(), { status: 412, code: 'stale_version' })
  t.equal(stale.headers.etag, '"2"')
  t.equal((await change('"nonsense"', { reference: 'B' })).status, 412)
  t.equal((await change('W/"2"', { reference: 'B' })).status, 412, 'a weak tag matches nothing')
  t.equal((await change('"', { reference: 'B' })).status, 400)
  t.equal((await change('*', { reference: 'B' })).status, 200)
  const sign = await haulier.call('POST', `${path}/signatures`, signature, { 'if-match': '"2"' })
  t.equal(sign.status, 412)
})

t.test('If-None-Match spares the record that the client has', async (t) => {
  const note = await haulier.create()
  const read = (etag: string) =>
    haulier.call('GET', `/api/ecmrs/${note.id}`, undefined, { 'if-none-match': etag })
  for (const etag of ['"1"', 'W/"1"', '"7", "1"', '*']) {
    const answer = await read(etag)
    t.equal(answer.status, 304, etag)
    t.equal(answer.text, '', etag)
    t.equal(answer.headers.etag, '"1"', etag)
  }
  t.equal((await read('"2"')).status, 200)
})

t.test('as_of shows the note as it stood', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const changed = (await haulier.call('PATCH', path, { reference: 'Later' })).record()
  const at = (instant: string) => haulier.call('GET', `${path}?as_of=${encodeURIComponent(instant)}`)
  t.match((await at(note.created_at)).record(), { version: 1, reference: 'PED-2026-0417' })
  t.same((await at(changed.updated_at)).record(), changed)
  t.same((await at('2199-01-01T00:00:00+02:00')).record(), changed)
  t.equal((await at('2000-01-01T00:00:00Z')).status, 404)
  t.match((await at('yesterday')).problem(), { status: 400, errors: [{ pointer: '/as_of' }] })
})

t.test('labels are Spanish, or English for those who prefer it', async (t) => {
  const { id } = await haulier.create()
  const label = async (language: string) =>
    (await haulier.call('GET', `/api/ecmrs/${id}`, undefined, { 'accept-language': language })).record()
      .status_label
  t.equal(await label('en-GB,en;q=0.8,es;q=0.2'), 'Draft')
  t.equal(await label('es-ES'), 'Borrador')
  t.equal(await label('fr'), 'Borrador')
  t.equal(await label(';;;q=x'), 'Borrador')
})

t.test('a dry run says what a creation would say, and stores nothing', async (t) => {
  const good = await haulier.call('POST', '/api/ecmrs/validate', {
    ...(await haulier.create()),
    id: undefined,
  })
  t.match(good.json(), { valid: false, errors: [{ code: 'read_only' }] })
  const { createExample } = await import('@ecmr/contract')
  const fine = await haulier.call('POST', '/api/ecmrs/validate', createExample)
  t.equal(fine.status, 200)
  t.match(fine.json(), {
    valid: true,
    errors: [],
    compliance: { cmr: { complete: false }, deca: { complete: false } },
  })
  const bad = await haulier.call('POST', '/api/ecmrs/validate', { pickup_date: '2026-02-30' })
  t.equal(bad.status, 200)
  t.match(bad.json(), { valid: false })
})
