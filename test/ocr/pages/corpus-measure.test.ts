import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'
import t, { type Test } from 'tap'
import { type CorpusPage, chosenPages } from '#ocr-corpus/corpus'
import { loadReport } from '#ocr-corpus/load/load'
import { type Api, peakMemory, readMany, traffic } from '#ocr-corpus/load/traffic'
import { allMet, goalLines } from '#ocr-corpus/measure/goals'
import { faultLines, report } from '#ocr-corpus/measure/report'
import {
  type PageResult,
  precision,
  type Reading,
  recall,
  sameValue,
  score,
  sureAndWrongShare,
  tally,
} from '#ocr-corpus/measure/score'
import { optionsIn } from '#ocr-corpus/options'
import { portOf } from '../../support/port-of.js'

const reading = (name: FieldName, value: ReadValue | null, confidence = 0.95): Reading => ({
  name,
  value,
  confidence,
  source_text: String(value),
  needs_review: confidence < 0.85,
})

const [page] = chosenPages(1, { pages: 1 })
/** What became of a page where this is printed and that was read. */
function result(
  truth: Parameters<typeof score>[0],
  readings: readonly Reading[],
  of: Partial<CorpusPage> = {},
): PageResult {
  if (page === undefined) throw new Error('no page')
  return { page: { ...page, ...of }, judged: score(truth, readings), seconds: 1 }
}

for (const [what, field, printed, same, others] of [
  [
    'whatever their case, white space and outer punctuation, texts',
    'sender_city',
    'JAÉN',
    ' jaén.',
    ['Jaen'],
  ],
  ['however the accent is encoded, texts', 'goods_description', 'Jaén', 'Jae\u0301n', ['Jaen']],
  [
    'but for inner punctuation, names',
    'sender_company_name',
    'Aceites Sierra Mágina S.L.',
    'Aceites  Sierra\nMágina S.L',
    ['Aceites Sierra Mágina S L'],
  ],
  ['to the digit, numbers', 'goods_weight_kg', 18400, 18400, [18.4, '18400']],
  ['to the day, dates', 'pickup_date', '2026-12-01', '2026-12-01', ['2026-01-12']],
  ['to the letter, codes', 'sender_country', 'ES', 'ES', ['es']],
  ['to the blank, plates', 'vehicle_plate', '1234 LKM', '1234 LKM', ['1234LKM']],
  ['however parted, tax identifications', 'sender_tax_id', 'B-47725676', 'B47725676', ['B-47725670']],
  ['not without their country, tax identifications', 'sender_tax_id', 'FR 7161', 'FR7161', ['7161']],
  ['however parted, HS codes', 'goods_hs_code', '2807 0000', '2807.00.00', ['2807 0001']],
  [
    'with the same texts in the same order, lists',
    'documents',
    ['Factura F-1', 'ADR'],
    ['FACTURA F-1.', 'adr'],
    [['ADR', 'Factura F-1'], ['Factura F-1']],
  ],
] as const satisfies readonly (readonly [string, FieldName, ReadValue, ReadValue, readonly ReadValue[]])[])
  t.test(`${what} are the same`, async (t) => {
    t.ok(sameValue(field, printed, same))
    for (const other of others) t.notOk(sameValue(field, printed, other), String(other))
  })

t.test('what is printed and what was read come to right, wrong, missed and invented', async (t) => {
  const judged = score(
    { sender_city: 'Jaén', goods_weight_kg: 18400, reference: 'R-1', driver_name: 'Ana Ruiz', documents: [] },
    [
      reading('sender_city', 'Jaén'),
      reading('goods_weight_kg', 1840),
      reading('reference', null, 0.2),
      reading('carrier_company_name', 'Guadalquivir'),
      reading('receiver_city', null, 0.1),
      reading('seal_numbers', []),
    ],
  )
  t.same(Object.fromEntries(judged.map(({ name, verdict }) => [name, verdict])), {
    sender_city: 'right',
    goods_weight_kg: 'wrong',
    carrier_company_name: 'invented',
    reference: 'missed',
    driver_name: 'missed',
  })
})

t.test('wrong and invented values are counted, and those that are not marked for review', async (t) => {
  const counted = tally(
    score({ sender_city: 'Jaén', goods_weight_kg: 18400, reference: 'R-1', pickup_date: '2026-12-01' }, [
      reading('sender_city', 'Jaén', 0.5),
      reading('goods_weight_kg', 1840),
      reading('pickup_date', '2026-01-12', 0.6),
      reading('notes', 'nothing of the kind'),
    ]),
  )
  t.same(counted, {
    printed: 4,
    given: 4,
    right: 1,
    wrong: 3,
    sureAndWrong: 2,
    toReview: 2,
    confident: 2,
    confidentRight: 0,
  })
  t.same([precision(counted), recall(counted), sureAndWrongShare(counted)], [1 / 4, 1 / 4, 2 / 4])
  const more = tally(score({ sender_city: 'Jaén' }, [reading('sender_city', 'Jaén'), reading('notes', 'x')]))
  t.same([precision(more), recall(more)], [1 / 2, 1], 'what is invented lowers precision, not recall')
})

const city = { sender_city: 'Jaén' } as const
const right = [reading('sender_city', 'Jaén')]
const wrong = [reading('sender_city', 'Gijón')]

t.test('goals are compared with the pages that they are about, and missed ones are reported', async (t) => {
  const clean = result(city, right)
  t.ok(allMet([clean]), 'a goal that no page is read for is not missed')
  t.match(goalLines([clean]).find(({ met }) => met === undefined)?.text, /held-out.*none/)
  t.ok(allMet(Array.from({ length: 100 }, (_, at) => result(city, at === 0 ? wrong : right))))
  const many = Array.from({ length: 20 }, (_, at) =>
    result(city, at === 0 ? wrong : right, { layout: 'boxes', quality: 'photographed' }),
  )
  const missed = goalLines([clean, ...many]).filter(({ met }) => met === false)
  t.same(
    missed.map(({ text }) => text.split(':')[1]?.slice(0, 16)),
    [' sure and wrong ', ' of values with '],
    'one sure and wrong value in twenty is too many',
  )
  const heldOut = goalLines([result(city, [], { layout: 'carbon_pad', quality: 'clean' })])
  t.match(heldOut.find(({ met }) => met === false)?.text, /held-out families, clean/)
})

t.test('papers that are no notes must be called by their kind, with nothing unmarked', async (t) => {
  const paper = { layout: 'invoice' } as const
  const told = { ...result({}, [reading('issue_date', '2026-12-01', 0.3)], paper), documentType: 'invoice' }
  t.ok(allMet([told]))
  t.notOk(allMet([{ ...told, documentType: 'cmr' }]), 'not by another')
  t.notOk(allMet([{ ...result({}, right, paper), documentType: 'invoice' }]), 'a value is unmarked')
  t.match(report([told], { faults: false, profile: false }).join(), /\| invoice \| invoice 1 +\| +1 \| +1 \|/)
})

t.test('a profile has the processor time of each stage', async (t) => {
  const timed = { ...result(city, right), stages: { recognition: 2.5, fields: 0.25 } }
  const text = report([timed], { faults: false, profile: true }).join('\n')
  t.match(text, /\| clean +\| +1 \| +2\.50 \| +0\.25 \| +2\.75 \|/)
})

t.test('every fault is listed with what is printed, what was read, and whence', async (t) => {
  const truth = { ...city, reference: 'R-1' }
  t.same(faultLines([result(truth, [...wrong, reading('notes', 'x', 0.3)])]), [
    'cmr-es-clean-0001',
    '  wrong     sender_city: printed "Jaén", read "Gijón", SURE (0.95), from "Gijón"',
    '  invented  notes: read "x", to review (0.30), from "x"',
    '  missed    reference: printed "R-1"',
  ])
  t.same(faultLines([result(city, right)]), [])
})

t.test('a report has a line for each kind of page and each field, and one for all', async (t) => {
  const truth = { ...city, reference: 'R-1' }
  const results = [result(truth, right), result(truth, right, { quality: 'noisy' })]
  const text = report(results, { faults: false, profile: false }).join('\n')
  for (const line of [
    /\| cmr +\| clean +\| +1 \| +2 \| +1 \| +1 \| +1\.000 \| +0\.500 \|/,
    /\| cmr +\| noisy +\|/,
    /\| all +\| +\| +2 \| +4 \|/,
    /\| cmr +\| es +\| +2 \|/,
    /\| reference +\| +2 \| +0 \|/,
  ])
    t.match(text, line)
})

t.test('the command takes only what there is', async (t) => {
  t.match(optionsIn(['measure', '--layout', 'cmr', '--pages', '4', '--seed', '7']), {
    command: 'measure',
    seed: 7,
    choice: { layout: 'cmr', pages: 4 },
    engine: 'tesseract',
    processes: 2,
  })
  t.throws(() => optionsIn(['measure', '--layout', 'post-it']), /cmr, delivery_note/)
  t.throws(() => optionsIn(['measure', '--pages', 'many']), /whole number/)
  t.throws(() => optionsIn(['measure', '--pagse', '4']))
})

/** Something that answers as the service might. */
async function answering(t: Test, answer: RequestListener): Promise<Api> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${portOf(server)}`, key: 'key' }
}

t.test('a page that is postponed is sent again, and one that is refused counts as failed', async (t) => {
  const statuses = [200, 429, 200, 400]
  const api = await answering(t, (_, reply) => {
    reply.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end('{}')
  })
  const read = await readMany([api], ['one', 'two', 'three'])
  t.match(read, { pages: 3, postponed: 1, failed: 1 })
  t.ok(read.p95Seconds >= read.medianSeconds)
})

t.test('so many pages are sent at once as there are readers', async (t) => {
  let underWay = 0
  let most = 0
  const here = new EventEmitter()
  const bothHere = once(here, 'both')
  const api = await answering(t, async (_, reply) => {
    underWay += 1
    most = Math.max(most, underWay)
    if (underWay === 2) here.emit('both')
    await bothHere
    underWay -= 1
    reply.end('{}')
  })
  t.equal((await readMany([api, api], ['one', 'two', 'three', 'four'])).pages, 4)
  t.equal(most, 2)
})

t.test('requests of others go on until they are stopped, and every one that fails is counted', async (t) => {
  const stopped = new AbortController()
  let requests = 0
  const api = await answering(t, (request, reply) => {
    requests += 1
    if (requests === 20) stopped.abort()
    reply.writeHead(request.method === 'GET' ? 200 : 500).end()
  })
  const [lists, creates] = await traffic(api, stopped.signal)
  t.match(lists, { what: 'GET /api/ecmrs', failed: 0 })
  t.ok((lists?.requests ?? 0) >= 5 && (lists?.p99 ?? 0) >= (lists?.p50 ?? 1))
  t.equal(creates?.failed, creates?.requests)
  t.equal((lists?.requests ?? 0) + (creates?.requests ?? 0), requests)
})

t.test('memory is that of a process and of those that it has started', async (t) => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => undefined, 1000)'])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const looked = new AbortController()
  const peak = peakMemory(process.pid, looked.signal)
  looked.abort()
  const { service, recognition, processes } = await peak
  t.ok(service > 10 && recognition > 10 && processes >= 1, JSON.stringify(await peak))
})

t.test('what others notice is shown as a multiple of what it takes when nothing is read', async (t) => {
  const list = { what: 'GET /api/ecmrs', requests: 100, failed: 0, p50: 2, p99: 4 }
  const read = { pages: 12, medianSeconds: 3.5, p95Seconds: 5, perMinute: 17.1, postponed: 0, failed: 0 }
  const memory = { service: 150, recognition: 600, processes: 2 }
  const meanwhile = [{ ...list, p50: 3, p99: 12 }]
  const text = loadReport({ before: [list], afterwards: [list] }, [
    { what: 'one at a time', read, memory, meanwhile },
  ])
  t.match(text, /\| one at a time +\| +12 \| +3\.50 \| +5\.00 \| +17\.1 \|/)
  t.match(text, /one at a time +\| +100 \| +0 \| +3\.0 \| +12\.0 \| +1\.50 \| +3\.00 \|/)
  t.match(text, /^MISSED .*: p99 3\.00 × while one page is read, goal ≤ 1\.3 ×; .* differ by 1\.00 ×$/m)
})
