import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import t from 'tap'
import { type CorpusPage, type DrawnPage, degradePage, layouts, qualities, skewAngle } from '#ocr-corpus'
import { chosenPages, corpus } from '#ocr-corpus/corpus'
import { Chance } from '#ocr-corpus/data/chance'
import type { Picture } from '#ocr-corpus/qualities/picture'
import { stored } from '#ocr-corpus/qualities/picture'
import { inverse, mapped, textDirectionOf } from '#ocr-corpus/qualities/plane'

const white = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: new Uint8ClampedArray(width * height * 4).fill(255),
})

/** White paper with one thick black line across its middle. */
function linedPage(): DrawnPage {
  const { width, height, pixels } = white(600, 848)
  for (let y = 420; y < 428; y++)
    for (let x = 60; x < 540; x++) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, pixels, truth: {}, words: [], rules: [] }
}

/** An image as a viewer shows it. */
async function shown(bytes: Uint8Array): Promise<Picture> {
  const image = await loadImage(bytes)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { width, height, data } = context.getImageData(0, 0, image.width, image.height)
  return { width, height, pixels: data }
}

const kindOf = ({ id }: CorpusPage): string => id.replace(/-\d+$/, '')

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

t.test('a seed makes the same corpus, of at least 200 notes, as many of each kind', async (t) => {
  const pages = corpus(1)
  t.same(corpus(1), pages)
  t.notSame(corpus(2), pages)
  t.ok(pages.length >= 200, `${pages.length} notes`)
  t.equal(new Set(pages.map(({ id }) => id)).size, pages.length, 'no id is there twice')
  t.equal(new Set(pages.map(({ seed }) => seed)).size, pages.length, 'each has particulars of its own')
  const kinds = new Set(pages.map(kindOf))
  t.equal(kinds.size, 4 * 4 * 4)
  for (const kind of kinds)
    t.equal(pages.filter((page) => kindOf(page) === kind).length, pages.length / kinds.size, kind)
})

t.test('the first pages of a corpus are of all kinds, and some kinds can be chosen', async (t) => {
  t.equal(new Set(chosenPages(1, { pages: 64 }).map(kindOf)).size, 64)
  const photographs = chosenPages(1, { layout: 'cmr', quality: 'photographed', pages: 5 })
  t.same(
    photographs.map(({ id }) => id),
    ['es-photographed-0001', 'en-photographed-0001', 'fr-photographed-0001', 'de-photographed-0001']
      .concat('es-photographed-0002')
      .map((rest) => `${layouts[0]}-${rest}`),
  )
})

for (const quality of qualities)
  t.test(`the same seed makes the same bytes of a ${quality} page, another seed others`, async (t) => {
    const [one, again, other] = [5, 5, 6].map((seed) => degradePage(linedPage(), quality, seed))
    t.ok(one && again && other)
    if (!one || !again || !other) return
    t.equal(digest(again.bytes), digest(one.bytes))
    t.not(digest(other.bytes), digest(one.bytes))
  })

t.test('pages are put askew by up to five degrees either way', async (t) => {
  const angles = Array.from({ length: 1000 }, (_, seed) => skewAngle(seed))
  t.ok(Math.max(...angles) <= 5 && Math.max(...angles) > 4.8)
  t.ok(Math.min(...angles) >= -5 && Math.min(...angles) < -4.8)
  const mean = angles.reduce((sum, angle) => sum + angle, 0) / angles.length
  t.ok(Math.abs(mean) < 0.3, 'neither way more often')
})

t.test('the lines of a page lie as askew as its seed says', async (t) => {
  for (const seed of [1, 2, 3]) {
    const scan = await shown(degradePage(linedPage(), 'skewed', seed).bytes)
    const middle = Math.round(scan.width / 2)
    const [left, right] = [lineAt(scan, middle - 200), lineAt(scan, middle + 200)]
    const angle = (Math.atan2(right - left, 400) * 180) / Math.PI
    t.ok(Math.abs(angle - skewAngle(seed)) < 0.2, `${angle} of ${skewAngle(seed)}`)
  }
})

t.test('a photograph has 8 to 12 megapixels and shows something else around the page', async (t) => {
  const { width, height } = await loadImage(degradePage(linedPage(), 'photographed', 5).bytes)
  t.ok(width * height > 7.9e6 && width * height < 12.1e6, `${width} by ${height}`)
  const [page, photo] = [white(600, 848), { width: 3000, height: 4000 }]
  for (let seed = 0; seed < 300; seed++) {
    const toPhoto = inverse(textDirectionOf(page, photo, new Chance(seed)))
    for (const [x, y] of [[0, 0] as const, [600, 0] as const, [0, 848] as const, [600, 848] as const]) {
      const [across, down] = mapped(toPhoto, [x, y])
      if (across < 20 || down < 20 || across > 2980 || down > 3980)
        t.fail(`seed ${seed}: a corner is at ${across}, ${down}`)
    }
  }
})

t.test(
  'few photographs are stored sideways, half of them with a note by which viewers turn them',
  async (t) => {
    const photo = white(60, 80)
    photo.pixels.fill(0, 0, 4 * 12)
    const images = Array.from({ length: 600 }, (_, seed) => stored(photo, new Chance(seed)).bytes)
    const noted = images.filter((bytes) => Buffer.from(bytes).includes('Exif'))
    t.ok(noted.length > 15 && noted.length < 50, `${noted.length} of 600`)
    for (const bytes of noted) {
      const { width, height, pixels } = await shown(bytes)
      t.same([width, height], [60, 80])
      t.ok((pixels[4 * 4] ?? 255) < 128, 'the dark corner is back on the upper left')
    }
    const sizes = await Promise.all(images.map((bytes) => loadImage(bytes)))
    const sideways = sizes.filter(({ width }) => width === 80)
    t.ok(sideways.length > 15 && sideways.length < 50, `${sideways.length} of 600`)
  },
)

/** How far down the dark line's middle is in a column. */
function lineAt({ width, height, pixels }: Picture, column: number): number {
  const middle = Math.round(height / 2)
  const rows = Array.from({ length: 200 }, (_, row) => middle - 100 + row)
  const dark = rows.filter((row) => (pixels[(row * width + column) * 4] ?? 255) < 128)
  return dark.reduce((sum, row) => sum + row, 0) / dark.length
}
