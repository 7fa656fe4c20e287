import { randomUUID } from 'node:crypto'
import { ecmrNumber, testCompanyOf } from '@ecmr/domain'
import { listedTools } from '@ecmr/mcp'
import t from 'tap'
import { writeOldRows } from '../webhooks/support/old-rows.js'
import { toolsScene } from './tools-scene.js'

const scene = await toolsScene(t)
const { haulier, rival, call } = scene

/** Words that only the rival's notes have. */
const secret = {
  sender_company_name: 'Zarzaparrilla Bodegas',
  receiver_city: 'Wintergarten',
  goods_description: 'Xilófonos',
  vehicle_plate: '7777 QQQ',
  reference: 'GEHEIM-77',
  driver_name: 'Quirino Zumalacárregui',
}
const theirs = await scene.create(rival, secret)
await scene.write(theirs, { type: 'change_status', to: 'assigned' })
const webhook = await scene.webhook(rival, { url: 'http://127.0.0.1:9/rival', description: 'Geheimnis' })
await writeOldRows(scene.pool, { endpointId: webhook, createdDaysAgo: 1 })
await scene.caughtUp()

const unknown = { id: randomUUID(), ecmr_number: ecmrNumber(2026, [1, 2, 3, 4, 5, 6, 7, 8, 9]) }

/** What an answer would hold if it knew anything of the rival. */
const traces = new RegExp(
  [...Object.values(secret), theirs.id, theirs.ecmr_number, webhook, rival.id, rival.name, 'Geheimnis'].join(
    '|',
  ),
  'i',
)

t.test('the rival’s own assistant sees all of it', async (t) => {
  t.match(await scene.found(rival, 'buscar_ecmrs', { search: 'xilofonos' }), { pagination: { total: 1 } })
  t.match(await scene.found(rival, 'ver_ecmr', { id: theirs.id }), secret)
  t.match(await scene.found(rival, 'consultar_tracking', { ecmr_number: theirs.ecmr_number }), {
    status: 'assigned',
  })
  t.match(await scene.found(rival, 'listar_webhooks'), {
    data: [{ id: webhook, last_delivery: { attempts: 2 } }],
  })
})

t.test('another company’s ids and numbers are answered byte for byte like unknown ones', async (t) => {
  const { id, ecmr_number } = theirs
  const pairs = [
    ['ver_ecmr', { id }, { id: unknown.id }],
    ['ver_ecmr', { ecmr_number }, { ecmr_number: unknown.ecmr_number }],
    ['consultar_tracking', { ecmr_number }, { ecmr_number: unknown.ecmr_number }],
  ] as const
  const others = [{}, { incluir_historial: true }, { en_fecha: '2020-01-01' }, { en_fecha: '2999-01-01' }]
  for (const [name, foreign, none] of pairs) {
    for (const other of name === 'ver_ecmr' ? others : [{}]) {
      const answer = await call(haulier, name, { ...foreign, ...other })
      t.equal(answer.isError, true)
      t.equal(
        JSON.stringify(answer),
        JSON.stringify(await call(haulier, name, { ...none, ...other })),
        `${name} ${Object.keys({ ...foreign, ...other })}`,
      )
    }
  }
})

t.test('another company’s words find nothing and are counted nowhere', async (t) => {
  const nothing = await call(haulier, 'buscar_ecmrs', { search: 'palabra que nadie usa' })
  for (const words of [
    ...Object.values(secret),
    theirs.ecmr_number,
    theirs.id,
    rival.name,
    'Zarza',
    'x',
    '%',
    '_',
  ])
    t.same(await call(haulier, 'buscar_ecmrs', { search: words }), nothing, words)
  const own = await scene.create(haulier)
  await scene.caughtUp()
  for (const args of [{}, { status: 'draft' }, { desde: '2000-01-01' }, { search: 'a' }])
    t.match(await scene.found(haulier, 'buscar_ecmrs', args), {
      data: [{ id: own.id }],
      pagination: { total: 1, has_more: false, next_cursor: null },
    })
  t.match(await scene.found(haulier, 'buscar_ecmrs', { status: 'assigned' }), { pagination: { total: 0 } })
})

t.test('no tool says anything of another company', async (t) => {
  const { id, ecmr_number } = theirs
  const every = {
    search: 'xilofonos',
    id,
    ecmr_number,
    company_id: rival.id,
    activo: true,
    image: 'data:',
    prompt: rival.id,
  }
  for (const { name, inputSchema } of listedTools) {
    const known = Object.keys(Object(inputSchema.properties))
    const asked = Object.fromEntries(Object.entries(every).filter(([parameter]) => known.includes(parameter)))
    // Without an image there is nothing to read yet: it gives a link, which tests of its own look at.
    const nothing = name === 'extraer_documento' ? { reading_id: theirs.id } : undefined
    for (const args of [nothing, asked, every, { ...asked, company_id: rival.id }])
      t.notMatch(JSON.stringify(await call(haulier, name, args)), traces, `${name} ${JSON.stringify(args)}`)
  }
  t.same(await scene.found(haulier, 'listar_webhooks'), { data: [] })
})

t.test('no tool says anything of the company’s own test notes', async (t) => {
  const tests = { ...haulier, id: testCompanyOf(haulier.id) }
  const test = await scene.create(tests, secret)
  const hook = await scene.webhook(tests, { url: 'http://127.0.0.1:9/tests', description: 'Geheimnis' })
  await scene.caughtUp()
  const shown = new RegExp(
    [...Object.values(secret), test.id, test.ecmr_number, hook, 'Geheimnis'].join('|'),
    'i',
  )
  t.match(await scene.found(tests, 'ver_ecmr', { id: test.id }), { livemode: false })
  const every = {
    search: 'xilofonos',
    id: test.id,
    ecmr_number: test.ecmr_number,
    company_id: tests.id,
    activo: true,
    image: 'data:',
  }
  for (const { name, inputSchema } of listedTools) {
    const known = Object.keys(Object(inputSchema.properties))
    const asked = Object.fromEntries(Object.entries(every).filter(([parameter]) => known.includes(parameter)))
    const none = name === 'extraer_documento' ? { reading_id: test.id } : undefined
    for (const args of [none, asked, every])
      t.notMatch(JSON.stringify(await call(haulier, name, args)), shown, `${name} ${JSON.stringify(args)}`)
  }
  for (const name of ['ver_ecmr', 'consultar_tracking'])
    t.match(await call(haulier, name, { ecmr_number: test.ecmr_number }), { isError: true }, name)
})

t.test(
  'a note that another company shares is read by id and number, until the share is revoked',
  async (t) => {
    const { id, ecmr_number } = theirs
    const share_id = randomUUID()
    const invited = { invitation_id: randomUUID(), invited_name: 'Nadie', invited_email: 'n@example.com' }
    await scene.write(theirs, { type: 'invite_signer', role: 'receiver', expires_in_hours: 1, ...invited })
    await scene.write(theirs, { type: 'share', share_id, company_id: haulier.id, access: 'read' })
    await scene.caughtUp()
    for (const named of [{ id }, { ecmr_number }]) {
      const found = await scene.found(haulier, 'ver_ecmr', {
        ...named,
        incluir_historial: true,
        incluir_datos: true,
      })
      t.match(found, secret)
      t.notMatch(JSON.stringify(found), /n@example\.com|Nadie/)
    }
    t.match(await scene.found(haulier, 'consultar_tracking', { ecmr_number }), { ecmr_number })
    t.match(await scene.found(haulier, 'buscar_ecmrs', { search: 'xilofonos' }), { pagination: { total: 0 } })
    await scene.write(theirs, { type: 'revoke_share', share_id })
    await scene.caughtUp()
    for (const [named, none] of [
      [{ id }, { id: unknown.id }],
      [{ ecmr_number }, { ecmr_number: unknown.ecmr_number }],
    ] as const)
      t.same(await call(haulier, 'ver_ecmr', named), await call(haulier, 'ver_ecmr', none))
  },
)
