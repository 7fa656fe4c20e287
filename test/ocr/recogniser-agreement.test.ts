import { agreedWords, type RecognisedWord, withoutWords } from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'

const word = (text: string, confidence: number, x = 100, width = 80, y = 100): RecognisedWord => ({
  text,
  confidence,
  box: { x, y, width, height: 20 },
})

t.test(
  'a word is taken from the surest recognition, which others that see something else make less sure',
  async (t) => {
    const german = word('Köln', 0.96, 101, 79)
    const [taken, ...others] = agreedWords([[word('Koln', 0.91)], [word('Kôln', 0.9)], [german]])
    t.match(taken, { text: 'Köln', box: german.box })
    t.ok(taken && taken.confidence < 0.96 && taken.confidence > 0.9)
    t.same(others, [])
  },
)

t.test('what is not very sure anywhere is to be doubted when others see something else', async (t) => {
  const [taken] = agreedWords([[word('Grace', 0.91)], [word('Gráce', 0.93)], [word('Grace', 0.9)]])
  t.ok(taken && taken.confidence < 0.85)
})

t.test('what only one recognition sees is doubted', async (t) => {
  const [taken] = agreedWords([[word('ru', 0.9)], [], []])
  t.ok(taken && taken.confidence < 0.85)
})

t.test('words that all recognitions read alike stay as sure as the surest is', async (t) => {
  const words = ['Palets', '24'].map((text, at) => word(text, 0.9, 100 + at * 200))
  const surer = words.map((each) => ({ ...each, confidence: 0.93 }))
  t.same(agreedWords([words, surer, words]), surer)
})

t.test('words that are parted differently are taken from one recognition together', async (t) => {
  const parted = [word('S.A.', 0.7, 100, 30), word('Lyon', 0.7, 140, 40)]
  const joined = [word('S.A.Lyon', 0.92, 100, 80)]
  t.match(agreedWords([parted, joined]), [{ text: 'S.A.Lyon' }])
  t.equal(agreedWords([parted, joined]).length, 1)
})

t.test('neighbours are not mixed', async (t) => {
  const line = [word('a', 0.9, 0, 20), word('b', 0.9, 30, 20), word('c', 0.9, 0, 20, 130)]
  t.same(
    agreedWords([line, line]).map(({ text }) => text),
    ['a', 'b', 'c'],
  )
})

t.test(
  'whatever is recognised, only what was seen is given, none of it twice or surer than it was',
  async () => {
    const coordinate = fc.integer({ min: 0, max: 400 })
    const some = fc.array(
      fc.record({
        text: fc.string({ minLength: 1, maxLength: 4 }),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        box: fc.record({ x: coordinate, y: coordinate, width: coordinate, height: coordinate }),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 3 }), (recognitions) => {
        const seen = recognitions.flat()
        const taken = agreedWords(recognitions)
        const boxes = new Set(taken.map(({ box }) => box))
        if (boxes.size !== taken.length) return false
        return taken.every(({ text, box, confidence }) =>
          seen.some((each) => each.text === text && each.box === box && each.confidence >= confidence),
        )
      }),
    )
  },
)

t.test('a page without words has paper in their places, also where they go beyond its edge', async (t) => {
  const page = { width: 4, height: 3, pixels: new Uint8Array(12).fill(7) }
  const box = { x: 2, y: -1, width: 9, height: 3 }
  const { pixels } = withoutWords(page, [{ text: 'x', confidence: 1, box }])
  t.same([...pixels], [7, 7, 255, 255, 7, 7, 255, 255, 7, 7, 7, 7])
  t.ok(page.pixels.every((pixel) => pixel === 7))
})
