import { checkBody, createEcmrBody } from '@ecmr/contract'
import { adjugate, mapped, readDate, readTaxId, textLines } from '@ecmr/ocr/testing'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import t from 'tap'
import {
  type CorpusPage,
  type DrawnPage,
  degradePage,
  drawPage,
  familyOf,
  isNote,
  languages,
  layouts,
  qualities,
  skewAngle,
} from '#ocr-corpus'
import { chosenPages, corpus } from '#ocr-corpus/corpus'
import { Chance } from '#ocr-corpus/data/chance'
import { type Picture, stored } from '#ocr-corpus/qualities/picture'
import { textDirectionOf } from '#ocr-corpus/qualities/plane'

/** Of each family two papers in different languages, all languages in turn. */
const drawn = layouts.flatMap((layout, place) => {
  const its = familyOf(layout).languages ?? languages
  return [1, 2].map((seed) => {
    const language = its[(place + seed) % its.length] ?? 'es'
    const { pixels: _, ...page } = drawPage({ layout, language, seed })
    return { name: `${layout}-${language}-${seed}`, layout, language, page }
  })
})
const notes = drawn.filter(({ layout }) => isNote(familyOf(layout)))

const required = {
  sender_company_name: '-',
  sender_address: '-',
  sender_city: '-',
  receiver_company_name: '-',
  receiver_address: '-',
  receiver_city: '-',
  goods_description: '-',
  pickup_date: '2000-01-01',
}

t.test('the same seed draws the same page, and another one another', async (t) => {
  // Every third family is enough: the others are drawn by the same code.
  for (const layout of layouts.filter((_, place) => place % 3 === 0)) {
    const [first, other] = drawn.filter((each) => each.layout === layout)
    const language = first?.language ?? 'es'
    const { pixels: _, ...again } = drawPage({ layout, language, seed: 1 })
    t.same(again, first?.page)
    if (isNote(familyOf(layout))) t.notSame(again.truth, other?.page.truth)
  }
  const [one, same] = [1, 2].map(() => drawPage({ layout: 'boxes', language: 'pt', seed: 4 }).pixels)
  t.ok(one && same && Buffer.from(one).equals(Buffer.from(same)), 'to the pixel')
  // A consignment that has no room on its paper gives way to the next one.
  const tooLong = { layout: 'cmr', language: 'fr', seed: 1_815_901_701 } as const
  const { truth, words } = drawPage(tooLong)
  t.ok(Object.keys(truth).length > 8)
  t.same(drawPage(tooLong).words, words)
})

t.test('what a page says stands on it, within its edges, and could be posted as a note', async (t) => {
  for (const { name, layout, page } of notes) {
    const { truth, words, rules, width, height } = page
    t.same(checkBody(createEcmrBody, { ...required, ...truth }), [], name)
    t.ok(
      String(truth.pickup_date ?? '') <= String(truth.delivery_date ?? '9999'),
      `${name}: delivered after pickup`,
    )
    const missing = Object.keys(required).filter((field) => !(field in truth))
    const mayLack = layout === 'letter' || familyOf(layout).kind === 'delivery_note' ? ['pickup_date'] : []
    t.same(
      missing.filter((field) => !mayLack.includes(field)),
      [],
      `${name}: required fields`,
    )
    t.same(
      Object.entries(truth).filter(([field, value]) => !isPrinted(field, value, page)),
      [],
      name,
    )
    const outside = [...words, ...rules].filter(
      ({ box }) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height,
    )
    t.same(outside, [], name)
    for (const field of ['sender_tax_id', 'receiver_tax_id', 'carrier_tax_id'] as const)
      if (truth[field] !== undefined)
        t.equal(
          readTaxId(`VAT: ${truth[field]}`)?.plausibility,
          1,
          `${name}: check digits of ${truth[field]}`,
        )
  }
})

t.test(
  'each line of goods stands on its page, up to sixty; papers that are no notes say nothing',
  async (t) => {
    const long = drawPage({ layout: 'long_list', language: 'it', seed: 12 })
    for (const page of [...notes.map((note) => note.page), long]) {
      const text = page.words.map((word) => word.text).join(' ')
      for (const { description, packages, weight_kg: weight } of page.goods) {
        t.ok(text.includes(description), description)
        t.ok(numberPattern(packages ?? 0).test(text) && numberPattern(weight ?? 0).test(text))
      }
    }
    const mostLines = Math.max(long.goods.length, ...notes.map(({ page }) => page.goods.length))
    t.ok(mostLines > 20 && mostLines <= 60, String(mostLines))
    for (const { layout, page } of drawn.filter((each) => !isNote(familyOf(each.layout)))) {
      t.same([page.truth, page.goods], [{}, []], layout)
      t.equal(page.words.length > 0, layout !== 'blank')
    }
  },
)

/** Whether a page holds a value of a field in one of the ways in which people write such values. */
function isPrinted(field: string, value: unknown, page: Omit<DrawnPage, 'pixels'>): boolean {
  const text = page.words.map((word) => word.text).join(' ')
  if (typeof value === 'number') return numberPattern(value).test(text)
  if (Array.isArray(value)) return value.every((each) => isPrinted(field, each, page))
  if (typeof value === 'boolean') return /UN ?\d{4}|ONU|UN[- ]n/i.test(text)
  if (typeof value !== 'string') return false
  if (field.endsWith('_date')) return textLines(page).some((line) => readDate(line.text)?.value === value)
  if (field.endsWith('_country'))
    return countryTexts(value).some((name) => text.toLowerCase().includes(name.toLowerCase()))
  if (field === 'cod_currency' || field === 'declared_value_currency') return /EUR|€|GBP|£/.test(text)
  if (field === 'cod_amount' || field === 'declared_value') return numberPattern(Number(value)).test(text)
  return value.split('; ').every((each) => text.includes(each))
}

/** A number with any separators, as long as its digits are right. */
function numberPattern(value: number): RegExp {
  const [whole = '', part = ''] = String(value).split('.')
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, '[., ]?')
  return new RegExp(`(?<!\\d)${digits}(?:[.,]${part}0*)${part === '' ? '?' : ''}(?!\\d)`)
}

function countryTexts(code: string): readonly string[] {
  const names = [...languages, 'it', 'pt', 'nl'].flatMap(
    (language) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? [],
  )
  return [...names, ` ${code}-`, ` - ${code}`, ` ${code.charAt(0)}-`]
}

const kindOf = ({ id }: CorpusPage): string => id.replace(/-\d+$/, '')

t.test(
  'a seed makes the same corpus, its first pages of all kinds, of which some can be chosen',
  async (t) => {
    const pages = corpus(1)
    t.same(corpus(1), pages)
    t.notSame(corpus(2), pages)
    t.ok(pages.length >= 200, `${pages.length} notes`)
    t.equal(new Set(pages.map(({ id }) => id)).size, pages.length, 'no id is there twice')
    t.equal(new Set(pages.map(({ seed }) => seed)).size, pages.length, 'each has particulars of its own')
    const kinds = new Set(pages.map(kindOf))
    t.equal(kinds.size, 4 * 4 + (layouts.length - 1) * 6 * 4, 'the CMR form in four languages, others in six')
    for (const kind of kinds)
      t.equal(pages.filter((page) => kindOf(page) === kind).length, pages.length / kinds.size, kind)
    t.equal(new Set(pages.slice(0, layouts.length).map(({ layout }) => layout)).size, layouts.length)
    t.equal(new Set(pages.slice(0, 100).map(kindOf)).size, 100)
    const photographs = chosenPages(1, { layout: 'cmr', quality: 'photographed', pages: 5 })
    t.same(new Set(photographs.map(({ language }) => language)), new Set(['es', 'en', 'fr', 'de']))
    t.match(photographs[4]?.id, /^cmr-..-photographed-0002$/)
    const splitOf = (split: 'work' | 'held-out') =>
      new Set(chosenPages(1, { families: split }).map(({ layout }) => layout))
    const [work, heldOut] = [splitOf('work'), splitOf('held-out')]
    t.same(
      [...work].filter((layout) => heldOut.has(layout)),
      ['cmr', 'blank'],
      'nothing else is in both',
    )
    t.equal(new Set([...work, ...heldOut]).size, layouts.length)
  },
)

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
  return { width, height, pixels, truth: {}, words: [], rules: [], goods: [] }
}

/** An image as a viewer shows it. */
async function shown(bytes: Uint8Array): Promise<Picture> {
  const image = await loadImage(bytes)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { width, height, data } = context.getImageData(0, 0, image.width, image.height)
  return { width, height, pixels: data }
}

for (const quality of qualities)
  t.test(`the same seed makes the same bytes of a ${quality} page, another seed others`, async (t) => {
    const made = (seed: number): Buffer => Buffer.from(degradePage(linedPage(), quality, seed).bytes)
    const one = made(5)
    t.ok(made(5).equals(one))
    t.notOk(made(6).equals(one))
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
    const toPhoto = adjugate(textDirectionOf(page, photo, new Chance(seed)))
    for (const corner of [[0, 0] as const, [600, 0] as const, [0, 848] as const, [600, 848] as const]) {
      const [across, down] = mapped(toPhoto, corner)
      if (across < 20 || down < 20 || across > 2980 || down > 3980)
        t.fail(`seed ${seed}: a corner is at ${across}, ${down}`)
    }
  }
})

t.test('few photographs are stored sideways, half of them with a note for viewers', async (t) => {
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
})

/** How far down the dark line's middle is in a column. */
function lineAt({ width, height, pixels }: Picture, column: number): number {
  const middle = Math.round(height / 2)
  const rows = Array.from({ length: 200 }, (_, row) => middle - 100 + row)
  const dark = rows.filter((row) => (pixels[(row * width + column) * 4] ?? 255) < 128)
  return dark.reduce((sum, row) => sum + row, 0) / dark.length
}
