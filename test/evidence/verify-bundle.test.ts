import { readFile } from 'node:fs/promises'
import { ERASED } from '@ecmr/domain'
import { leafOf } from '@ecmr/evidence'
import { verifyProof } from '@ecmr/evidence/verifier'
import { test } from 'tap'
import {
  confirmDelivery,
  create,
  edit,
  report,
  reserve,
  resolve,
  revertDelivery,
  sign,
} from '../domain/asks.js'
import { bundleOf, logOf, newSigner, told } from './bundles.js'

const story = told(
  create({ driver_name: 'Ana Ruiz', goods_weight_kg: 18_500.5 }),
  edit({ carrier_company_name: 'Transportes Ruiz SA' }),
  sign('sender', { signer_tax_id: 'B12345674', place: 'Muelle 3' }),
  sign('carrier'),
  reserve('carrier'),
  edit({ driver_name: null, vehicle_plate: '1234 BCD' }, 'another lorry'),
  report(),
  resolve(),
  confirmDelivery({ unsigned_reason: 'the gate was closed' }),
)

test('a bundle holds, with what its events say', async (t) => {
  const witness = newSigner('witness.example', 'cosignature/v1')
  const log = logOf(story.events.map(leafOf), { witnesses: [witness] })
  const { log: keys } = await log.keys()
  const verdict = await verifyProof(await bundleOf(log, story), { keys, witnesses: [witness.vkey] })
  t.match(verdict, { ok: true, note: story.note, warnings: ['no_timestamp'] })
})

test('a bundle says which times were stated', async (t) => {
  const [signed_at, received] = ['2026-11-20T07:30:00Z', '2026-11-20T08:01:30Z']
  const notes = told(create(), sign('carrier', { signed_at }), sign('receiver', { signed_at: received }))
  const log = logOf(notes.events.map(leafOf))
  const { log: keys } = await log.keys()
  t.match(await verifyProof(await bundleOf(log, notes), { keys }), { ok: true })
  const unstated = { ...notes.record, taken_over_at: '2026-11-20T08:01:00.000Z' }
  const sentence = 'note.json: taken_over_at is not what the events say.'
  t.match(await verifyProof(await bundleOf(log, { ...notes, record: unstated }), { keys }), {
    ok: false,
    sentence,
  })
  const { taken_over_recorded_at: _, ...earlier } = Object(notes.record)
  t.match(
    await verifyProof(await bundleOf(log, { ...notes, record: earlier }), { keys }),
    { ok: true },
    'of an earlier release',
  )
})

test('a bundle tells of deliveries that were taken back', async (t) => {
  const jumped = [
    create({ carrier_company_name: 'Transportes Ruiz SA' }),
    confirmDelivery(),
    revertDelivery(),
  ]
  const signed = [sign('carrier'), sign('receiver'), revertDelivery('another lorry'), sign('receiver')]
  for (const commands of [jumped, [...jumped, ...signed], [...jumped, ...signed, revertDelivery()]]) {
    const notes = told(...commands)
    const log = logOf(notes.events.map(leafOf))
    const { log: keys } = await log.keys()
    const trust = { keys }
    t.match(await verifyProof(await bundleOf(log, notes), trust), { ok: true })
    const silent = Object.fromEntries(
      Object.entries(notes.record).filter(([name]) => name !== 'reverted_deliveries'),
    )
    const sentence = 'note.json: reverted_deliveries is not what the events say.'
    t.match(await verifyProof(await bundleOf(log, { ...notes, record: silent }), trust), {
      ok: false,
      sentence,
    })
  }
})

test('a bundle holds without the values that were erased', async (t) => {
  const signer = newSigner()
  const gone = new Set<unknown>(story.disclosures.flatMap((one) => Object.values(one)))
  const erased = (_: string, value: unknown) =>
    typeof value === 'string' && gone.has(value) ? ERASED : value
  const record = JSON.parse(JSON.stringify(story.record, erased))
  const bundle = (shown: object) =>
    bundleOf(logOf(story.events.map(leafOf), { signer }), { ...story, record: shown, disclosures: [] })
  const trust = { keys: [signer.vkey] }
  t.match(await verifyProof(await bundle(record), trust), {
    ok: true,
    warnings: ['no_witness', 'no_timestamp', 'values_erased'],
  })
  const sentence = 'note.json: signatures is not what the events say.'
  t.match(await verifyProof(await bundle(story.record), trust), { ok: false, exit: 1, sentence })
})

test('what verifies is less than 420 lines of code, and loads nothing else', async (t) => {
  const program = await readFile(new URL(import.meta.resolve('@ecmr/evidence/verifier')), 'utf8')
  const lines = program.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line))
  t.ok(lines.length < 420, `${lines.length} lines`)
  t.notMatch(program, /^import |\brequire\(/m)
  t.strictSame(
    program.match(/import\('[^']*'\)/g),
    ["import('node:fs/promises')"],
    'but a file, as a program',
  )
})
