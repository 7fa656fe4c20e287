import { goodsOf, type RecognisedPage, readConsignmentNote } from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from './written-page.js'

const linesOf = (page: RecognisedPage, language = 'es') =>
  goodsOf(page, language)?.lines.map(({ line }) => line)

const head: readonly Written[] = [
  [100, 500, 'Artículo'],
  [300, 500, 'Descripción'],
  [800, 500, 'Bultos'],
  [950, 500, 'Embalaje'],
  [1200, 500, 'Peso bruto'],
]
/** One row under that head. */
const row = (y: number, ...[code, text, number, packing, weight]: readonly string[]): readonly Written[] => [
  [100, y, code ?? ''],
  [300, y, text ?? ''],
  [830, y, number ?? ''],
  [950, y, packing ?? ''],
  [1220, y, weight ?? ''],
]

t.test('rows become lines of goods, with the totals apart and without printed lines', async (t) => {
  const page = writtenPage([
    ...head,
    ...row(530, '10021', 'Naranjas frescas', '26', 'Palets', '18.400'),
    ...row(560, '10022', 'Sembradora: neumática', '2', 'Jaulas', '1.250,5'),
    ...row(590, '', 'Total', '28', '', '19.650,5'),
    [100, 620, 'Instrucciones: avisar 24 horas antes'],
  ])
  t.same(linesOf(page), [
    { description: 'Naranjas frescas', packages: 26, packaging: 'Palets', weight_kg: 18400 },
    { description: 'Sembradora: neumática', packages: 2, packaging: 'Jaulas', weight_kg: 1250.5 },
  ])
  t.match(goodsOf(page, 'es')?.total, { packages: 28, weight_kg: 19650.5 })
  const values = new Map(readConsignmentNote(page).fields.map(({ name, value }) => [name, value]))
  t.equal(values.get('goods_description'), 'Naranjas frescas; Sembradora: neumática')
  t.same([values.get('goods_packages'), values.get('goods_weight_kg')], [28, 19650.5])
})

t.test('a line goes on right below while nothing is said of number or weight, and no farther', async (t) => {
  const page = writtenPage([
    ...head,
    ...row(530, '10021', 'Aceite de oliva virgen', '24', 'Cajas de', '16.560 kg'),
    ...row(554, '', 'extra, botellas de 1 l', '', 'cartón', ''),
    [300, 600, 'Conforme el cliente'],
  ])
  t.same(linesOf(page), [
    {
      description: 'Aceite de oliva virgen extra, botellas de 1 l',
      packages: 24,
      packaging: 'Cajas de cartón',
      weight_kg: 16560,
    },
  ])
})

t.test(
  'an article is the description where it is words and there is none, and a code elsewhere',
  async (t) => {
    const without = (rows: readonly Written[]) => rows.filter(([x]) => x !== 300)
    const page = writtenPage(without([...head, ...row(530, 'Papel offset', '', '9', 'Palets', '6.100')]))
    t.equal(linesOf(page)?.[0]?.description, 'Papel offset')
    const codes = writtenPage(without([...head, ...row(530, '88-1204', '', '9', 'Palets', '6.100')]))
    t.equal(linesOf(codes), undefined, 'a line without description is none')
  },
)

t.test('heads are known in other languages, on two lines and with a wrong letter', async (t) => {
  const page = writtenPage([
    [100, 500, 'Bezelchnung'],
    [600, 500, 'Anzahl'],
    [600, 522, 'Packstücke'],
    [900, 500, 'Verpackung'],
    [1200, 500, 'Bruttogewicht'],
    [100, 560, 'Elektromotoren'],
    [650, 560, '12'],
    [900, 560, 'Kisten'],
    [1230, 560, '1.440 kg'],
  ])
  t.same(linesOf(page, 'de'), [
    { description: 'Elektromotoren', packages: 12, packaging: 'Kisten', weight_kg: 1440 },
  ])
})

t.test('sixty lines are read, and what has prices is no table of goods', async (t) => {
  const rows = Array.from({ length: 70 }, (_, place) =>
    row(530 + 24 * place, String(10_000 + place), `Libros ${'abcdefghij'[place % 10]}`, '3', 'Cajas', '45,5'),
  )
  const lines = linesOf(writtenPage([...head, ...rows.flat()]))
  t.equal(lines?.length, 60)
  t.same(lines?.at(-1), { description: 'Libros j', packages: 3, packaging: 'Cajas', weight_kg: 45.5 })
  const invoice = writtenPage([
    ...head,
    [1450, 500, 'Importe'],
    ...row(530, '1', 'Libros', '3', 'Cajas', '45'),
  ])
  t.equal(goodsOf(invoice, 'es'), undefined)
  t.equal(goodsOf(writtenPage([]), null), undefined, 'nor is an empty page')
})
