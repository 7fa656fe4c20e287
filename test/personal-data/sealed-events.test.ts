import { createHash } from 'node:crypto'
import { ERASED, fieldNames, type JsonObject } from '@ecmr/domain'
import { canonicalJson, EventNotStorable, type RecordedEvent } from '@ecmr/event-store'
import {
  categoriesIn,
  DataKeyMissing,
  dataKey,
  disclose,
  holdsSealed,
  keyName,
  keyWrap,
  NO_KEYS,
  noteKeys,
  openData,
  openEvents,
  parseKeyName,
  sealData,
} from '@ecmr/personal-data'
import t from 'tap'
import { goldenEvents } from '../domain/golden/story.js'
import { memoryKeys } from '../support/memory-keys.js'

const noteId = '01a2072a-eac1-76db-9f98-4a160f5c00a2'
const place = { stream: `ecmr-${noteId}`, revision: 3 }
const created: JsonObject = {
  id: noteId,
  ecmr_number: 'ECMR-2026-ABCDEFGH1-X',
  fields: {
    sender_company_name: 'Conservas del Ebro',
    sender_country: 'ES',
    driver_name: 'Ana Ejemplo',
    successive_carriers: [{ company_name: 'Hijos de Ejemplo' }],
    goods_description: 'conservas',
  },
}
const keys = await memoryKeys().ensure(noteId, ['people', 'parties'])

t.test('every event that today’s code writes opens to what was sealed', async (t) => {
  for (const [name, { type, data }] of goldenEvents()) {
    const sealed = sealData(type, { ...data }, place, keys)
    t.equal(holdsSealed(sealed), categoriesIn(type, { ...data }).size > 0, name)
    t.strictSame(openData(type, sealed, place, keys), data, name)
  }
})

t.test('no personal value stands in clear, and what is none does', async (t) => {
  const sealed = JSON.stringify(sealData('EcmrCreated', created, place, keys))
  for (const secret of ['Conservas', 'Ana', 'Hijos']) t.notMatch(sealed, secret)
  for (const open of ['"sender_country":"ES"', '"goods_description":"conservas"']) t.match(sealed, open)
  const change = (field: string, old: string | null) =>
    sealData('EcmrEdited', { changes: [{ field, old, new: 'Ana' }] }, place, keys)
  t.notMatch(JSON.stringify(change('driver_name', 'Eva')), /Ana|Eva/)
  t.match(change('driver_name', null), { changes: [{ field: 'driver_name', old: null }] })
  t.match(change('reference', 'Eva'), { changes: [{ field: 'reference', old: 'Eva', new: 'Ana' }] })
})

t.test('names, contacts, addresses and free texts of the note are personal, and nothing else', async (t) => {
  const fields = Object.fromEntries(fieldNames.map((name) => [name, 'x']))
  const sealed = sealData('EcmrCreated', { fields }, place, keys).fields
  const clear = Object.keys(typeof sealed === 'object' && sealed ? sealed : {}).filter(
    (name) => name !== '$sealed',
  )
  const personal =
    /_company_name|_tax_id|_address|_city|_postal_code|_contact_name|_email|_phone|driver_|instructions|notes|carriers|license|agreements/
  t.strictSame(
    clear,
    fieldNames.filter((name) => !personal.test(name)),
  )
})

t.test('a sealed part opens at its place only, with its key only, and unaltered only', async (t) => {
  const sealed = sealData('EcmrCreated', created, place, keys)
  const others = await memoryKeys().ensure(noteId, ['people', 'parties'])
  t.throws(() => openData('EcmrCreated', sealed, { ...place, revision: 4 }, keys))
  t.throws(() => openData('EcmrCreated', sealed, { ...place, stream: 'ecmr-other' }, keys))
  t.throws(() => openData('EcmrCreated', sealed, place, others))
  t.throws(() =>
    openData(
      'EcmrCreated',
      JSON.parse(JSON.stringify(sealed).replace('"data":"', '"data":"AA')),
      place,
      keys,
    ),
  )
  t.throws(() => openData('EcmrCreated', sealed, place, NO_KEYS), DataKeyMissing)
})

t.test('with a key destroyed its values are erased, and no other', async (t) => {
  const sealed = sealData('EcmrCreated', created, place, keys)
  const destroyed = noteKeys([
    { name: `${noteId}/people`, category: 'people', key: null },
    { name: `${noteId}/parties`, category: 'parties', key: keys.current('parties') ?? null },
  ])
  t.match(openData('EcmrCreated', sealed, place, destroyed), {
    fields: { driver_name: ERASED, sender_company_name: 'Conservas del Ebro' },
  })
  const all = noteKeys(
    ['people', 'parties'].map((word) => ({ name: `${noteId}/${word}`, category: 'people', key: null })),
  )
  t.match(openData('EcmrCreated', sealed, place, all), {
    fields: { sender_company_name: ERASED, successive_carriers: [{ company_name: ERASED }] },
  })
  const signed = sealData('EcmrSigned', { signer_name: 'Ana', signature_image: 'data:…' }, place, keys)
  t.strictSame(openData('EcmrSigned', signed, place, all), {
    signer_name: ERASED,
    signature_image: undefined,
  })
})

t.test('text that no store holds is refused before it is encrypted', async (t) => {
  for (const bad of ['\ud800', 'a\u0000b'])
    t.throws(() => sealData('EcmrCancelled', { reason: bad }, place, keys), EventNotStorable)
})

const recorded = (data: JsonObject, revision = 3): RecordedEvent => ({
  ...{ stream: place.stream, revision, position: String(revision), id: 'id', type: 'EcmrCreated', data },
  metadata: {
    ...{ $correlationId: '', $causationId: '', command_id: '', schema_version: 2, recorded_at: '' },
    ...{
      company_id: 'c',
      prev_hash: null,
      hash: 'h',
      actor: { kind: 'system', id: '', name: '', company_id: 'c' },
    },
  },
})

t.test('what is disclosed can be checked against the event without any key', async (t) => {
  const keyring = memoryKeys()
  const own = await keyring.ensure(noteId, ['people', 'parties'])
  const data = sealData('EcmrCreated', created, place, own)
  const disclosed = await disclose([recorded(data)], keyring)
  t.strictSame(
    disclosed.map(({ revision, pointer, member }) => [revision, pointer, member]).sort(),
    ['driver_name', 'sender_company_name', 'successive_carriers'].map((member) => [3, '/fields', member]),
  )
  const text = JSON.stringify(data)
  for (const { salt, value } of disclosed) {
    const content = salt + canonicalJson(value)
    t.ok(text.includes(createHash('sha256').update(content).digest('base64url')))
  }
})

t.test('an event whose key is lost holds up no other', async (t) => {
  const keyring = memoryKeys()
  const own = await keyring.ensure(noteId, ['people', 'parties'])
  const whole = recorded(sealData('EcmrCreated', created, place, own))
  const lost = recorded(JSON.parse(JSON.stringify(whole.data).replaceAll('/people"', '/people/7"')))
  const [first, second] = await openEvents([lost, whole], keyring)
  t.throws(() => first?.data, { name: 'DataKeyMissing', message: /people\/7 is missing: restore/ })
  t.match(second, { data: created })
})

t.test('what an erasure among events destroys is not in clear while its keys are still there', async (t) => {
  const keyring = memoryKeys()
  const own = await keyring.ensure(noteId, ['people', 'parties'])
  const people = keyName({ noteId, category: 'people', generation: 1 })
  const sealed = recorded(sealData('EcmrCreated', created, place, own))
  const older = { ...sealed, data: created, metadata: { ...sealed.metadata, schema_version: 1 } }
  const erasing = (more: JsonObject) => ({
    ...recorded({ categories: ['people'], reason: 'asked for', by: 'owner', ...more }, 4),
    type: 'PersonalDataErased',
  })
  const erased = { driver_name: ERASED, sender_company_name: 'Conservas del Ebro' }
  for (const event of [sealed, older]) {
    const [opened] = await openEvents([event, erasing({ keys: [people] })], keyring)
    t.match(opened, { data: { fields: erased } })
    const [waiting] = await openEvents([event, erasing({ due: '2030-01-01T00:00:00.000Z' })], keyring)
    t.match(waiting, { data: created }, 'before it is due')
    const others = { ...erasing({ keys: [people] }), stream: 'ecmr-01a2072a-eac1-76db-9f98-4a160f5c00a3' }
    t.match(await openEvents([event, others], keyring), [{ data: created }], 'of another note')
  }
  const disclosed = await disclose([sealed, erasing({ keys: [people] })], keyring)
  t.strictSame(
    disclosed.map(({ member }) => member),
    ['sender_company_name', 'successive_carriers'],
  )
})

t.test('names of keys', async (t) => {
  for (const generation of [1, 2, 30]) {
    const name = { noteId, category: 'people', generation } as const
    t.strictSame(parseKeyName(keyName(name)), name)
  }
  for (const wrong of [
    '',
    '/people',
    noteId,
    `${noteId}/others`,
    `${noteId}/people/1`,
    `${noteId}/people/x`,
    `${noteId}/people/2/3`,
  ])
    t.equal(parseKeyName(wrong), undefined, wrong)
})

t.test('keys are wrapped: another secret key, or an altered one, opens none', async (t) => {
  const plain = Buffer.alloc(32, 7)
  const wrapped = keyWrap('a secret key').wrap(plain)
  t.strictSame(keyWrap('a secret key').unwrap(wrapped), plain)
  t.throws(() => keyWrap('another').unwrap(wrapped))
  t.throws(() => keyWrap('a secret key').unwrap(Buffer.concat([wrapped.subarray(0, 39), Buffer.from([1])])))
  t.not(
    dataKey('a', plain).salt('x', 'Ana'),
    dataKey('a', plain).salt('y', 'Ana'),
    'salts belong to a member',
  )
})
