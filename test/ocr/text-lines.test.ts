import { textLines } from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from './written-page.js'

const textsOf = (...[texts, about]: Parameters<typeof writtenPage>): readonly string[] =>
  textLines(writtenPage(texts, about)).map(({ text }) => text)

const upright = (x: number, y: number, height: number) =>
  ({ direction: 'vertical', box: { x, y, width: 2, height } }) as const
const level = (x: number, y: number, width: number) =>
  ({ direction: 'horizontal', box: { x, y, width, height: 2 } }) as const

t.test('words side by side are a line, with its confidence and its box', async (t) => {
  const [line] = textLines(writtenPage([[100, 50, 'Aceites del Guadalquivir S.L.']], { confidence: 0.9 }))
  t.equal(line?.text, 'Aceites del Guadalquivir S.L.')
  t.same(line?.box, { x: 100, y: 50, width: 290, height: 18 })
  t.equal(line?.confidence.toFixed(3), '0.900')
})

t.test('a wide gap ends a line', async (t) => {
  t.same(textsOf([[100, 50, 'Fecha: 20/11/2026     Hoja: 1']]), ['Fecha: 20/11/2026', 'Hoja: 1'])
})

t.test('a printed line between two words ends a line, however close they are', async (t) => {
  t.same(textsOf([[100, 50, '24 18.400']], { rules: [upright(124, 40, 60)] }), ['24', '18.400'])
  t.same(
    textsOf([[100, 50, '24 18.400']], { rules: [upright(124, 90, 60)] }),
    ['24 18.400'],
    'not one further down',
  )
})

t.test('a line that climbs or falls over the width of the page stays one', async (t) => {
  const long = 'una línea muy larga que va de un lado de la hoja hasta el otro y que no termina nunca de caer'
  const texts: Written[] = [
    [100, 50, long],
    [100, 90, long],
  ]
  t.same(textsOf(texts, { slope: 0.05 }), [long, long])
  t.same(textsOf(texts, { slope: -0.05 }), [long, long])
})

t.test('the lines of a column come together, the left column first', async (t) => {
  const texts: Written[] = [
    [700, 76, 'Lyon'],
    [100, 50, 'Aceites S.L.'],
    [700, 50, 'Huiles SARL'],
    [100, 76, 'Jaén'],
    [100, 10, 'Carta de porte'],
    [100, 200, 'Al pie'],
  ]
  t.same(textsOf(texts), ['Carta de porte', 'Aceites S.L.', 'Jaén', 'Huiles SARL', 'Lyon', 'Al pie'])
})

t.test('a printed line keeps what is above it from what is below it', async (t) => {
  const texts: Written[] = [
    [100, 50, 'uno'],
    [100, 76, 'dos'],
    [400, 50, 'tres'],
    [400, 76, 'cuatro'],
  ]
  t.same(textsOf(texts, { rules: [level(50, 71, 700)] }), ['uno', 'tres', 'dos', 'cuatro'])
})

t.test('a dash or a point belongs to the line it stands on', async (t) => {
  const dash = { text: '-', confidence: 0.9, box: { x: 150, y: 58, width: 6, height: 3 } }
  const page = writtenPage([
    [100, 50, '08:00'],
    [166, 50, '14:00'],
  ])
  t.same(
    textLines({ ...page, words: [dash, ...page.words] }).map(({ text }) => text),
    ['08:00 - 14:00'],
  )
})

t.test('a page without words has no lines, and thousands of words are put in lines at once', async (t) => {
  t.same(textsOf([]), [])
  const many = Array.from(
    { length: 400 },
    (_, row): Written => [10, 24 * row, 'a b c d e f g h i j k l m n o'],
  )
  const began = performance.now()
  t.equal(textsOf(many).length, 400)
  t.ok(performance.now() - began < 2_000)
})
