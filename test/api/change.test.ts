import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { another, call, haulier } = await buildTestApi(t)
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

t.test('during an incident the receiver signs with reservations', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  await haulier.call('POST', `${path}/incidents`, { type: 'damage', description: 'Two pallets wet' })
  const receipt = { ...signature, role: 'receiver' }
  for (const [method, address, body, pointer] of [
    ['POST', `${path}/signatures`, receipt, '/remarks'],
    ['PATCH', path, { signature: receipt }, '/signature/remarks'],
  ] as const)
    t.match((await haulier.call(method, address, body)).problem(), {
      status: 409,
      code: 'incident_open',
      errors: [{ pointer, code: 'required' }],
    })
  const reservation = { by: 'receiver', grounds: 'Two pallets wet' }
  t.match((await haulier.call('PATCH', path, { signature: receipt, reservation })).record(), {
    status: 'incident',
    delivered_at: String,
    signatures: [{ role: 'receiver' }],
    incidents: [{ status: 'open' }],
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

t.test('a reason is kept or refused, never lost', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  await haulier.call('PATCH', path, { reference: 'A-1', amendment_reason: 'wrong order' })
  const { data } = JSON.parse((await haulier.call('GET', `${path}/events`)).text)
  t.match(data.at(-1), { type: 'EcmrEdited', reason: 'wrong order' })
  for (const [body, name] of [
    [{ status: 'assigned', amendment_reason: 'why' }, 'amendment_reason'],
    [{ metadata: { order: '1' }, amendment_reason: 'why' }, 'amendment_reason'],
    [{ incident: { type: 'delay', description: 'late' }, unsigned_reason: 'closed' }, 'unsigned_reason'],
    [{ status: 'in_transit', unsigned_reason: 'closed' }, 'unsigned_reason'],
    [
      { status: 'delivered', unsigned_reason: 'closed', signature: { ...signature, role: 'receiver' } },
      'unsigned_reason',
    ],
  ] as const)
    t.match((await haulier.call('PATCH', path, body)).problem(), {
      status: 400,
      errors: [{ pointer: `/${name}` }],
    })
  t.match((await haulier.call('GET', path)).record(), { version: 2, status: 'draft' })
})

t.test('who reports an incident is told its id, again too', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const incident = { type: 'delay', description: 'Flat tyre' }
  const report = async () => {
    const headers = { 'idempotency-key': `incident of ${id}` }
    return JSON.parse((await haulier.call('POST', `${path}/incidents`, incident, headers)).text)
  }
  const reported = await report()
  t.equal(reported.incident_id, reported.incidents[0].incident_id)
  t.equal((await report()).incident_id, reported.incident_id)
  const again = JSON.parse((await haulier.call('PATCH', path, { incident })).text)
  t.equal(again.incident_id, again.incidents[1].incident_id)
  const sentBack = await haulier.call('PUT', path, again)
  t.equal(sentBack.status, 200, sentBack.text)
  const wrong = await haulier.call('PUT', path, { ...again, incident_id: id })
  t.match(wrong.problem().errors, [{ pointer: '/incident_id', code: 'read_only' }])
  t.notOk('incident_id' in JSON.parse((await haulier.call('GET', path)).text))
})

t.test('a drawn signature comes with its picture', async (t) => {
  const { id } = await haulier.create()
  const drawn = { ...signature, method: 'drawn' }
  const answer = await haulier.call('POST', `/api/ecmrs/${id}/signatures`, drawn)
  t.match(answer.problem(), { status: 400, errors: [{ pointer: '/signature_image', code: 'required' }] })
  const update = await haulier.call('PATCH', `/api/ecmrs/${id}`, { signature: drawn })
  t.match(update.problem(), { status: 400, errors: [{ pointer: '/signature/signature_image' }] })
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
    ['delivery-reversal', { reason: ' ' }, ['/reason']],
    [
      'vehicle-changes',
      { vehicle_plate: 'x'.repeat(21), sender_city: 'Huelva', changed_at: 'soon' },
      ['/changed_at', '/reason', '/sender_city', '/vehicle_plate'],
    ],
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
  for (const odd of ['', ',', '"2",', '"2" "3"', '"2", *', '"2", x'])
    t.equal((await change(odd, { reference: 'B' })).status, 400, odd)
  t.equal((await change('"1", W/"2", "3"', { reference: 'B' })).status, 412, 'none of them')
  t.equal((await change('*', { reference: 'B' })).status, 200)
  t.equal((await change('"1",  "3"', { reference: 'C' })).status, 200, 'one of them')
  t.equal((await change('"4-en-gzip"', { reference: 'D' })).status, 200, 'in any language and coding')
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

t.test('whichever way the carrier comes and goes, the status follows it, in every answer', async (t) => {
  const carrier_company_name = 'Transportes Guadalquivir S.A.'
  const expectStatus = async (id: string, status: string, why: string) => {
    t.equal((await haulier.call('GET', `/api/ecmrs/${id}`)).record().status, status, why)
    const list = await haulier.call('GET', `/api/ecmrs?status=${status}&limit=100`)
    t.match(list.text, id, `${why}, in the list`)
    const tracked = await call(
      'GET',
      `/api/tracking/${(await haulier.call('GET', `/api/ecmrs/${id}`)).record().ecmr_number}`,
    )
    t.match(tracked.json(), { status }, `${why}, in public tracking`)
    t.equal(/"type":"assigned"/.test(tracked.text), status === 'assigned', `${why}, as a milestone`)
  }
  const change = async (id: string, body: object) => {
    const answer = await haulier.call('PATCH', `/api/ecmrs/${id}`, body)
    t.equal(answer.status, 200, answer.text)
  }
  const { id, status, version } = await haulier.create({ carrier_company_name })
  t.same([status, version], ['assigned', 2])
  await expectStatus(id, 'assigned', 'created with it')
  await change(id, { carrier_company_name })
  await expectStatus(id, 'assigned', 'the same again')
  await change(id, { carrier_company_name: 'Transportes Genil' })
  await expectStatus(id, 'assigned', 'another one')
  const back = await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'draft' })
  t.equal(back.status, 409)
  t.match(back.problem().detail, /Clear carrier_company_name/)
  await change(id, { carrier_company_name: null })
  await expectStatus(id, 'draft', 'cleared')
  await change(id, { carrier_company_name })
  await expectStatus(id, 'assigned', 'named again')

  const other = await haulier.create()
  await change(other.id, { status: 'assigned' })
  await expectStatus(other.id, 'assigned', 'said so, without a name')
})

t.test('a record in another language has another ETag, and either is good for a change', async (t) => {
  const note = await haulier.create()
  const path = `/api/ecmrs/${note.id}`
  const read = (language: string, etag?: string) =>
    haulier.call('GET', path, undefined, {
      'accept-language': language,
      ...(etag !== undefined && { 'if-none-match': etag }),
    })
  const spanish = await read('es')
  const english = await read('en')
  t.same([spanish.headers.etag, english.headers.etag], ['"1"', '"1-en"'])
  t.not(spanish.text, english.text)
  t.equal((await read('en', '"1-en"')).status, 304)
  t.equal((await read('en', '"1"')).status, 200, 'the client has it in Spanish')
  t.equal((await read('es', '"1-en"')).status, 200)
  const changed = await haulier.call(
    'PATCH',
    path,
    { reference: 'X' },
    { 'if-match': '"1-en"', 'accept-language': 'en' },
  )
  t.equal(changed.status, 200)
  t.equal(changed.headers.etag, '"2-en"')
})

t.test('a record can be sent back as it was read, in any language, and changes nothing', async (t) => {
  const { id } = await haulier.create({ carrier_company_name: 'Transportes Genil' })
  const path = `/api/ecmrs/${id}`
  const unchanged = async (why: string) => {
    for (const language of ['es', 'en']) {
      const read = (await haulier.call('GET', path, undefined, { 'accept-language': language })).record()
      const body = { taken_over_at: null, ...read }
      for (const method of ['PUT', 'PATCH'] as const) {
        const answer = await haulier.call(method, path, body)
        t.equal(answer.status, 200, `${why}: ${answer.text}`)
        t.equal(answer.record().version, read.version, why)
      }
    }
  }
  await unchanged('new')
  await haulier.call('POST', `${path}/signatures`, { ...signature, role: 'carrier' })
  await haulier.call('POST', `${path}/reservations`, { by: 'carrier', grounds: 'Two pallets wet' })
  await unchanged('on the way')
  await haulier.call('PATCH', path, {
    status: 'delivered',
    unsigned_reason: 'closed',
    delivered_at: new Date().toISOString(),
  })
  await unchanged('delivered')
  await haulier.call('POST', `${path}/incidents`, { type: 'damage', description: 'Two pallets got wet' })
  await unchanged('with an open incident')
  const read = (await haulier.call('GET', path)).record()
  t.equal(read.status, 'incident')
  t.match((await haulier.call('PUT', path, { ...read, notes: 'Ring' })).problem(), { code: 'incident_open' })
})

t.test('what only the service sets is refused when it was changed, each member by name', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const read = (await haulier.call('GET', path)).record()
  const changed = {
    ...read,
    version: 7,
    tracking_url: 'x',
    compliance: { ...read.compliance, retain_until: '2031-01-01' },
  }
  const answer = await haulier.call('PUT', path, {
    ...changed,
    reference: 'NEW',
    delivered_at: read.created_at,
  })
  t.equal(answer.status, 400)
  t.same(
    (answer.problem().errors ?? []).map(({ pointer, code }) => [pointer, code]).sort(),
    ['/compliance', '/delivered_at', '/tracking_url', '/version'].map((pointer) => [pointer, 'read_only']),
  )
  const after = (await haulier.call('GET', path)).record()
  t.same(after, read, 'nothing was changed')

  const headers = { 'idempotency-key': 'echo-1' }
  const first = await haulier.call('PUT', path, { ...read, reference: 'NEW' }, headers)
  t.equal(first.status, 200)
  const again = await haulier.call('PUT', path, { ...read, reference: 'NEW' }, headers)
  t.same([again.status, again.headers['idempotent-replayed']], [200, 'true'], 'a repeat is no change')
  const late = await haulier.call('PUT', path, { ...read, reference: 'LATE' })
  t.same(
    late
      .problem()
      .errors?.map(({ pointer }) => pointer)
      .sort(),
    ['/updated_at', '/version'],
  )
})

t.test('a delivery that stands takes no other time, and the same again', async (t) => {
  const { id } = await haulier.create()
  const deliver = (delivered_at: string) =>
    haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered', delivered_at })
  const at = new Date().toISOString()
  t.equal((await deliver(at)).status, 200)
  t.equal((await deliver(at)).status, 200)
  t.match((await deliver('2026-01-01T00:00:00Z')).problem(), {
    status: 400,
    errors: [{ pointer: '/delivered_at' }],
  })
})

t.test('twenty changes of one note at once all succeed, on one process and on two', async (t) => {
  const elsewhere = (await another()).haulier
  for (const customers of [[haulier], [haulier, elsewhere]]) {
    const { id } = await haulier.create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (customers[n % customers.length] ?? haulier).call('PATCH', `/api/ecmrs/${id}`, {
          reference: `R-${n}`,
        }),
      ),
    )
    for (const answer of answers) t.equal(answer.status, 200, answer.text)
    t.equal(new Set(answers.map((answer) => answer.record().version)).size, 20)
    t.equal((await haulier.call('GET', `/api/ecmrs/${id}`)).record().version, 21)
  }
})
