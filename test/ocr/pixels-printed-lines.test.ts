import { type GreyImage, withoutPrintedLines } from '@ecmr/ocr/testing'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import t from 'tap'

const width = 400
const height = 300

function drawn(draw: (pen: SKRSContext2D) => void): GreyImage {
  const pen = createCanvas(width, height).getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#000'
  draw(pen)
  const { data } = pen.getImageData(0, 0, width, height)
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0) }
}

const darkPixels = ({ pixels }: GreyImage): number => pixels.filter((shade) => shade < 200).length

t.test('lines of a form are removed and returned', async (t) => {
  const { page, rules } = withoutPrintedLines(
    drawn((pen) => {
      pen.fillRect(20, 50, 360, 3)
      pen.fillRect(100, 50, 2, 200)
    }),
  )
  t.equal(darkPixels(page), 0)
  t.match(rules, [
    { direction: 'horizontal', box: { x: 20, y: 50, width: 360, height: 3 } },
    { direction: 'vertical', box: { x: 100, y: 50, width: 2, height: 200 } },
  ])
})

t.test('lines with gaps, in a pale colour or falling a little are lines', async (t) => {
  const broken = drawn((pen) => {
    for (let x = 20; x < 360; x += 60) pen.fillRect(x, 50, 48, 3)
  })
  t.equal(withoutPrintedLines(broken).rules.length, 1, 'with gaps')
  const pale = drawn((pen) => {
    pen.fillStyle = '#a0a0ff'
    pen.fillRect(20, 50, 360, 3)
  })
  t.equal(withoutPrintedLines(pale).rules.length, 1, 'pale')
  const falling = withoutPrintedLines(
    drawn((pen) => {
      pen.rotate(0.01)
      pen.fillRect(20, 50, 360, 3)
    }),
  )
  t.equal(falling.rules.length, 1, 'falling')
  t.equal(darkPixels(falling.page), 0)
})

t.test(
  'a stroke that crosses a line is left whole, and one that ends at it loses nothing else',
  async (t) => {
    const { page } = withoutPrintedLines(
      drawn((pen) => {
        pen.fillRect(20, 50, 360, 3)
        pen.fillRect(100, 30, 4, 40)
        pen.fillRect(200, 30, 4, 20)
      }),
    )
    const column = (x: number, from: number, to: number): number =>
      Array.from({ length: to - from }, (_, row) => page.pixels[(from + row) * width + x]).filter(
        (shade) => shade === 0,
      ).length
    t.equal(column(101, 30, 70), 40, 'crossing')
    t.ok(column(201, 30, 50) >= 17, 'ending')
  },
)

t.test('letters, short dashes and solid areas are no lines', async (t) => {
  const print = drawn((pen) => {
    pen.fillRect(20, 50, 60, 5)
    pen.fillRect(100, 100, 200, 60)
    for (let x = 20; x < 360; x += 22) pen.fillRect(x, 250, 16, 5)
  })
  const { page, rules } = withoutPrintedLines(print)
  t.same(rules, [])
  t.equal(darkPixels(page), darkPixels(print))
})
