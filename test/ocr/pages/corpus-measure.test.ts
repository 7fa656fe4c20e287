import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'
import t from 'tap'
import type { CorpusPage } from '#ocr-corpus'
import { goalLines } from '#ocr-corpus/measure/goals'
import { allMet, faultLines, report } from '#ocr-corpus/measure/report'
import type { PageResult } from '#ocr-corpus/measure/score'
import {
  type Judged,
  precision,
  type Reading,
  recall,
  sameValue,
  score,
  sureAndWrongShare,
  tally,
} from '#ocr-corpus/measure/score'
import { optionsIn } from '#ocr-corpus/options'

const reading = (name: FieldName, value: ReadValue | null, confidence = 0.95): Reading => ({
  name,
  value,
  confidence,
  source_text: String(value),
  needs_review: confidence < 0.85,
})

const page: CorpusPage = {
  id: 'cmr-es-clean-0001',
  layout: 'cmr',
  language: 'es',
  quality: 'clean',
  seed: 1,
}

const result = (judged: readonly Judged[], of: Partial<CorpusPage> = {}): PageResult => ({
  page: { ...page, ...of },
  judged,
  seconds: 1,
})

t.test(
  'texts are the same whatever their case, white space and outer punctuation, but not without accents',
  async (t) => {
    t.ok(sameValue('sender_city', 'JAÉN', ' jaén.'))
    t.ok(sameValue('sender_company_name', 'Aceites Sierra Mágina S.L.', 'Aceites  Sierra\nMágina S.L'))
    t.ok(sameValue('goods_description', 'Jaén', 'Jae\u0301n'), 'however the accent is encoded')
    t.notOk(sameValue('sender_city', 'Jaén', 'Jaen'))
    t.notOk(sameValue('sender_company_name', 'Aceites S.L.', 'Aceites S L'), 'inner punctuation counts')
  },
)

t.test('numbers, dates and codes are the same to the letter only', async (t) => {
  t.ok(sameValue('goods_weight_kg', 18400, 18400))
  t.notOk(sameValue('goods_weight_kg', 18400, 18.4))
  t.notOk(sameValue('goods_packages', 24, '24'))
  t.notOk(sameValue('pickup_date', '2026-12-01', '2026-01-12'))
  t.notOk(sameValue('sender_country', 'ES', 'es'))
  t.notOk(sameValue('vehicle_plate', '1234 LKM', '1234LKM'))
})

t.test('tax identifications and HS codes are the same however their groups are parted', async (t) => {
  t.ok(sameValue('sender_tax_id', 'B-47725676', 'B47725676'))
  t.ok(sameValue('goods_hs_code', '2807 0000', '2807.00.00'))
  t.notOk(sameValue('sender_tax_id', 'B-47725676', 'B47725670'))
  t.notOk(sameValue('sender_tax_id', 'FR 71615444197', '71615444197'))
})

t.test('lists are the same when they have the same texts in the same order', async (t) => {
  t.ok(sameValue('documents', ['Factura F-1', 'ADR'], ['FACTURA F-1.', 'adr']))
  t.notOk(sameValue('documents', ['Factura F-1', 'ADR'], ['ADR', 'Factura F-1']))
  t.notOk(sameValue('seal_numbers', ['A1', 'A2'], ['A1']))
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

t.test(
  'wrong and invented values count as wrong, and separately when they are not marked for review',
  async (t) => {
    const counted = tally(
      score({ sender_city: 'Jaén', goods_weight_kg: 18400, reference: 'R-1', pickup_date: '2026-12-01' }, [
        reading('sender_city', 'Jaén', 0.5),
        reading('goods_weight_kg', 1840),
        reading('pickup_date', '2026-01-12', 0.6),
        reading('notes', 'nothing of the kind'),
      ]),
    )
    t.same(counted, { printed: 4, given: 4, right: 1, wrong: 3, sureAndWrong: 2, toReview: 2 })
    t.equal(precision(counted), 1 / 4)
    t.equal(recall(counted), 1 / 4)
    t.equal(sureAndWrongShare(counted), 2 / 4)
  },
)

t.test('a value that is given for nothing printed lowers precision, not recall', async (t) => {
  const counted = tally(
    score({ sender_city: 'Jaén' }, [reading('sender_city', 'Jaén'), reading('notes', 'x')]),
  )
  t.equal(precision(counted), 1 / 2)
  t.equal(recall(counted), 1)
})

t.test('goals are compared with the pages that they are about, and missed ones are reported', async (t) => {
  const right = score({ sender_city: 'Jaén' }, [reading('sender_city', 'Jaén')])
  const wrong = score({ sender_city: 'Jaén' }, [reading('sender_city', 'Gijón')])
  const clean = result(right)
  t.ok(allMet([clean]), 'a goal that no page is read for is not missed')
  t.match(goalLines([clean]).find(({ met }) => met === undefined)?.text, /photographed.*none/)
  t.ok(allMet(Array.from({ length: 100 }, (_, at) => result(at === 0 ? wrong : right))))
  const photographed = Array.from({ length: 10 }, (_, at) =>
    result(at === 0 ? wrong : right, { quality: 'photographed' }),
  )
  t.notOk(allMet([clean, ...photographed]), 'one sure and wrong value in ten is too many')
  const missed = goalLines([clean, ...photographed]).filter(({ met }) => met === false)
  t.ok(missed.every(({ text }) => /sure and wrong/.test(text)))
})

t.test('every fault is listed with what is printed, what was read, and whence', async (t) => {
  const judged = score({ sender_city: 'Jaén', reference: 'R-1' }, [
    reading('sender_city', 'Gijón'),
    reading('notes', 'x', 0.3),
  ])
  t.same(faultLines([result(judged)]), [
    'cmr-es-clean-0001',
    '  wrong     sender_city: printed "Jaén", read "Gijón", SURE (0.95), from "Gijón"',
    '  invented  notes: read "x", to review (0.30), from "x"',
    '  missed    reference: printed "R-1"',
  ])
  t.same(faultLines([result(score({ sender_city: 'Jaén' }, [reading('sender_city', 'Jaén')]))]), [])
})

t.test('a report has a line for each kind of page and each field, and one for all', async (t) => {
  const judged = score({ sender_city: 'Jaén', reference: 'R-1' }, [reading('sender_city', 'Jaén')])
  const text = report([result(judged), result(judged, { quality: 'noisy' })], false).join('\n')
  t.match(text, /\| cmr +\| clean +\| +1 \| +2 \| +1 \| +1 \| +1\.000 \| +0\.500 \|/)
  t.match(text, /\| cmr +\| noisy +\|/)
  t.match(text, /\| all +\| +\| +2 \| +4 \|/)
  t.match(text, /\| cmr +\| es +\| +2 \|/)
  t.match(text, /\| reference +\| +2 \| +0 \|/)
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
