import {
  type GreyImage,
  goodsOf,
  numbersAgain,
  type RecognisedPage,
  type RecognisedWord,
  readConsignmentNote,
} from '@ecmr/ocr/testing'
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
  t.match(goodsOf(page, 'es')?.total, { packages: { value: 28 }, weight_kg: { value: 19650.5 } })
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

/** Rows of a table with strange heads, in the order: name, kind of package, number, weight. */
const strange = (heads: readonly string[], totals: string): readonly Written[] => {
  const rows = [
    ['Neumáticos de turismo', 'Palets', '4', '1.240,5'],
    ['Tubos de PVC', 'Fardos', '12', '310'],
    ['Prendas de algodón', 'Cajas', '30', '480'],
    ['Suma y sigue', '', '46', '2.030,5'],
    ['Vidrio plano', 'Cajas', '2', '900'],
    ['Total envío', '', '48', totals],
  ]
  const at = [100, 700, 1010, 1210]
  return [heads, ...rows].flatMap((row, place) =>
    row.flatMap((text, column): readonly Written[] =>
      text === '' ? [] : [[at[column] ?? 0, 500 + 40 * place, text]],
    ),
  )
}
const ofStrange = [
  { description: 'Neumáticos de turismo', packages: 4, packaging: 'Palets', weight_kg: 1240.5 },
  { description: 'Tubos de PVC', packages: 12, packaging: 'Fardos', weight_kg: 310 },
  { description: 'Prendas de algodón', packages: 30, packaging: 'Cajas', weight_kg: 480 },
  { description: 'Vidrio plano', packages: 2, packaging: 'Cajas', weight_kg: 900 },
]

t.test('columns with captions that are not known are told by what stands in them', async (t) => {
  const page = writtenPage(strange(['Género servido', 'Presentado en', 'Bultos', 'Masa'], '2.930,5'))
  t.same(linesOf(page), ofStrange, 'carried sums are no lines')
  t.match(goodsOf(page, 'es')?.total, { packages: { value: 48 } })
})

t.test('a table that has lost its head is read too', async (t) => {
  t.same(linesOf(writtenPage(strange([], '2.930,5'))), ofStrange)
})

t.test('lines that add up to the totals are surer, and those that do not are doubtful', async (t) => {
  const heads = ['Descripción', 'Embalaje', 'Bultos', 'Peso bruto']
  const sure = (totals: string) =>
    goodsOf(writtenPage(strange(heads, totals), { confidence: 0.9 }), 'es')?.lines.map(
      (line) => line.confidence,
    )
  const [right = 0] = sure('2.930,5') ?? []
  const [wrong = 1] = sure('2.990,5') ?? []
  t.ok(right >= 0.9 && wrong < 0.8, `${right} and ${wrong}`)
})

t.test('a decimal sign that stands loose or was overlooked is not the end of a number', async (t) => {
  const page = writtenPage([
    ...head,
    ...row(530, '1', 'Libros', '3', 'Cajas', '780 40 kg'),
    ...row(560, '2', 'Papel', '2', 'Cajas', '460, 00 kg'),
    ...row(590, '3', 'Vidrio', '9', 'Cajas', '1 024 kg'),
  ])
  t.same(
    linesOf(page)?.map(({ weight_kg }) => weight_kg),
    [780.4, 460, 1024],
  )
})

t.test('numbers that a line lacks, or that do not add up, are recognised again', async (t) => {
  const page = writtenPage([
    ...head,
    ...row(530, '1', 'Libros', '12', 'Cajas', '460,00'),
    ...row(560, '2', 'Papel', '', 'Cajas', '300,00'),
    ...row(590, '', 'Total', '15', '', '760,00'),
  ])
  const { width, height } = page
  // Where a pixel is black a number stands, which one its shade says.
  const pixels = new Uint8Array(width * height).fill(255)
  const numbers = [12, 3, 15]
  for (const [place, number] of numbers.entries()) pixels[(530 + 30 * place) * width + 830] = number
  const asked: GreyImage[] = []
  const recogniser = {
    recognise: async (strip: GreyImage, arrangement?: string): Promise<readonly RecognisedWord[]> => {
      t.equal(arrangement, 'lines')
      asked.push(strip)
      return Array.from(strip.pixels.entries()).flatMap(([at, shade]) => {
        const box = { x: at % strip.width, y: Math.floor(at / strip.width), width: 20, height: 18 }
        return shade < 255 ? [{ text: String(shade), confidence: 0.9, box }] : []
      })
    },
  }
  const words = await numbersAgain(page, { width, height, pixels }, recogniser)
  t.same(
    linesOf({ ...page, words })?.map(({ packages }) => packages),
    [12, 3],
  )
  t.equal(words.filter(({ text }) => text === '12').length, 1, 'what was there is not there twice')
  t.ok(asked[0] && asked[0].width < 400 && asked[0].height < 400, 'not the whole page')
  t.equal(await numbersAgain({ ...page, words }, { width, height, pixels }, recogniser), words)
  t.equal(asked.length, 1, 'where all is well nothing is')
})
