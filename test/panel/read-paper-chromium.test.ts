import { noteStream } from '@ecmr/domain'
import type { Bounds } from '@ecmr/ocr'
import { freePort } from '@ecmr/runtime'
import type { Page } from 'playwright-core'
import tap, { type Test } from 'tap'
import { accessibilityFaults } from '../support/accessibility.js'
import { type Looking, testSiteInChromium } from '../support/chromium.js'
import { buildTestPanel } from '../support/panel.js'
import { paperReader, readField, readingOf } from '../support/paper-reader.js'
import { drawnPaper } from './drawn-paper.js'

const WEIGHT: Bounds = [0.7, 0.8, 0.2, 0.03]
const CITY: Bounds = [0.1, 0.1, 0.25, 0.03]

const reading = readingOf([
  readField('sender_company_name', 'Aceites del Sur SL', { bbox: [0.1, 0.05, 0.4, 0.03] }),
  readField('sender_address', 'Calle Real 1'),
  readField('sender_city', 'Sevi11a', { needs_review: true, confidence: 0.6, bbox: CITY }),
  readField('receiver_company_name', 'Boulangerie Martin'),
  readField('receiver_address', 'Rue de la Paix 2'),
  readField('goods_description', 'Aceite de oliva'),
  readField('goods_weight_kg', 18_400, {
    needs_review: true,
    confidence: 0.7,
    source_text: '18.4OO kg',
    bbox: WEIGHT,
  }),
  readField('pickup_date', '2026-12-01'),
])

const picture = drawnPaper([
  ['Aceites del Sur SL', [0.1, 0.05, 0.4, 0.03]],
  ['Sevilla', CITY],
  ['18.4OO kg', WEIGHT],
])
const file = { name: 'cmr.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture.jpeg) }
/** The same paper twice: the weight is read on the second page. */
const ofTwoPages = {
  ...reading,
  fields: reading.fields.map((field) => (field.name === 'goods_weight_kg' ? { ...field, page: 2 } : field)),
}
const documents = paperReader(({ files }) =>
  files.length > 1
    ? { ok: true, reading: ofTwoPages, pictures: [picture, picture] }
    : { ok: true, reading, pictures: [picture] },
)

let listening: ReturnType<typeof listen> | undefined

/** One panel for all tests of this file. */
async function listen() {
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const panel = await buildTestPanel(tap, () => ({ siteUrl, documents }))
  await panel.app.listen({ host: '127.0.0.1', port })
  return { siteUrl, panel }
}

function testPaper(
  name: string,
  body: (given: {
    readonly t: Test
    readonly site: Awaited<ReturnType<typeof listen>>
    /** a logged-in tab with the page that takes pictures */
    choose(looking?: Looking): Promise<Page>
  }) => Promise<void>,
): void {
  const bring = (): ReturnType<typeof listen> => {
    listening ??= listen()
    return listening
  }
  testSiteInChromium(name, bring, ({ t, site, open }) => {
    const choose = async (looking: Looking = {}): Promise<Page> => {
      const page = await open({ as: await site.panel.person(site.panel.haulier), ...looking })
      await page.goto('/ecmrs/leer')
      return page
    }
    return body({ t, site, choose })
  })
}
/** The page that answers the reading of the picture. */
async function read(page: Page): Promise<void> {
  await page.locator('#f-image').setInputFiles(file)
  await page.getByRole('button', { name: 'Leer la imagen' }).click()
  await page.getByRole('heading', { name: 'Revisar y crear' }).waitFor()
}

/** Where the mark is on the picture, and whether it can be seen there. */
const marked = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const place = document.querySelector('.paper-place')
    if (place.hidden) return null
    const [at, view] = [place, document.querySelector('.paper-view')].map((each) => each.getBoundingClientRect())
    const isSeen = at.top >= view.top && at.bottom <= view.bottom && at.left >= view.left && at.right <= view.right
    return { left: place.style.left, top: place.style.top, isSeen }
  })()`)

const isLoaded = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const image = document.querySelector('.paper-sheet img')
    return image.checkVisibility() && image.naturalWidth
  })()`)

const doubts = (page: Page): Promise<readonly string[]> =>
  page.locator('.field-doubtful label').allTextContents()

testPaper(
  'a paper note is chosen, read, looked over, sent with a fault, corrected and created',
  async ({ t, site, choose }) => {
    const page = await choose()
    await page.locator('#f-image').setInputFiles(file)
    await page.locator('.paper-chosen').waitFor()
    t.same(await accessibilityFaults(page), [])
    await read(page)
    t.equal(await isLoaded(page), picture.width)
    t.same(await doubts(page), ['Población obligatorio', 'Peso bruto (kg)'])
    t.equal(await marked(page), null)

    await page.getByLabel('Peso bruto (kg)').first().focus()
    t.same(await marked(page), { left: '70%', top: '80%', isSeen: true })
    await page.getByRole('button', { name: 'Ver entera' }).click()
    await page.locator('#f-sender_city').focus()
    t.same(await marked(page), { left: '10%', top: '10%', isSeen: true })
    await page.locator('#f-receiver_city').focus()
    t.equal(await marked(page), null, 'what has no place is shown nowhere')
    t.ok(
      await page.getByRole('button', { name: 'Ampliar' }).isVisible(),
      'the view stays as the user chose it',
    )
    await page.locator('.paper-sheet').click({ position: { x: 20, y: 20 } })
    t.ok(await page.getByRole('button', { name: 'Ver entera' }).isVisible(), 'a click enlarges it')
    t.same(await accessibilityFaults(page), [])

    await page.getByRole('button', { name: 'Es correcto: Peso bruto (kg)' }).click()
    t.same(await doubts(page), ['Población obligatorio'])
    await page.locator('#f-sender_address').fill('Calle Real 11')
    await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
    await page.getByText('Revise estos errores').waitFor()
    t.equal(await isLoaded(page), picture.width, 'the picture is still there')
    t.same(await doubts(page), ['Población obligatorio'], 'so is what is doubtful, and nothing else')
    t.equal(await page.locator('#f-sender_address').inputValue(), 'Calle Real 11')
    await page.locator('#f-goods_weight_kg').focus()
    t.same(await marked(page), { left: '70%', top: '80%', isSeen: true })
    t.same(await accessibilityFaults(page), [])

    await page.locator('#f-sender_city').fill('Sevilla')
    t.same(await doubts(page), [])
    t.ok(await page.getByText('No quedan datos por revisar').isVisible())
    await page.locator('#f-receiver_city').fill('Lyon')
    await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
    await page.getByText('Carta de porte creada.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const [created] = await site.panel.store.readStream(noteStream(id))
    t.match(created?.data, {
      fields: { sender_city: 'Sevilla', sender_address: 'Calle Real 11', goods_weight_kg: 18_400 },
    })
    t.equal(await page.evaluate('sessionStorage.length'), 0, 'the picture is gone with its form')
  },
)

testPaper('on a telephone the picture stays above what is typed', async ({ t, choose }) => {
  const page = await choose({ device: 'phone' })
  t.ok(await page.getByLabel('O haga una foto ahora').isVisible())
  t.same(await accessibilityFaults(page), [])
  await read(page)
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'it fits')
  await page.getByLabel('Peso bruto (kg)').first().tap()
  t.same(await marked(page), { left: '70%', top: '80%', isSeen: true })
  const [field, view] = [
    await page.locator('#f-goods_weight_kg').boundingBox(),
    await page.locator('.paper-view').boundingBox(),
  ]
  t.ok(field && view && view.y >= 0 && field.y >= view.y + view.height, 'the field is not behind it')
  t.same(await accessibilityFaults(page), [])
})

for (const device of ['desktop', 'phone'] as const)
  testPaper(
    `two pages stand beside the form, each field is shown on its own: ${device}`,
    async ({ t, choose }) => {
      const page = await choose({ device })
      await page.locator('#f-image').setInputFiles([file, { ...file, name: 'second.jpg' }])
      await page.getByRole('button', { name: 'Leer la imagen' }).click()
      await page.getByRole('heading', { name: 'Revisar y crear' }).waitFor()
      const shown = (): Promise<unknown> =>
        page.evaluate(`[...document.querySelectorAll('.paper-page')].map((page) => {
        const [at, view] = [page.querySelector('.paper-place'), document.querySelector('.paper-view')]
        const [place, seen] = [at, view].map((each) => each.getBoundingClientRect())
        return !at.hidden && place.top >= seen.top && place.bottom <= seen.bottom
      })`)
      await page.getByLabel('Peso bruto (kg)').first().focus()
      t.same(await shown(), [false, true])
      await page.locator('#f-sender_city').focus()
      t.same(await shown(), [true, false])
      t.same(await accessibilityFaults(page), [])
      await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
      await page.getByText('Revise estos errores').waitFor()
      await page.getByLabel('Peso bruto (kg)').first().focus()
      t.same(await shown(), [false, true], 'both pages are kept with the form')
    },
  )

testPaper('what cannot be read is said before it is sent', async ({ t, choose }) => {
  const page = await choose()
  const input = page.locator('#f-image')
  await input.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
  t.ok(await page.getByText('Este archivo no es una imagen').isVisible())
  t.equal(await input.inputValue(), '')
  // Ten megabytes take Chromium seconds.
  await page.evaluate("document.querySelector('[data-chooses]').dataset.largest = '3'")
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(4) })
  t.ok(await page.getByText('La imagen supera los 10 MB').isVisible())
  t.same(await accessibilityFaults(page), [])
})

testPaper('a picture is dropped, and the page says that it is being read', async ({ t, choose }) => {
  const page = await choose()
  const drop = (files: number): Promise<unknown> =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(atob('${file.buffer.toString('base64')}'), (letter) => letter.charCodeAt(0))
      for (let count = 0; count < ${files}; count++)
        dataTransfer.items.add(new File([bytes], count + '.jpg', { type: 'image/jpeg' }))
      document.querySelector('[data-drop]').dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    })()`)
  await drop(9)
  t.ok(await page.getByText('Demasiadas páginas').isVisible())
  await drop(1)
  await page.locator('.paper-chosen').waitFor()
  // Runs after the page's own listeners; playwright itself sees nothing while a page is on its way.
  await page.evaluate(`document.querySelector('[data-chooses]').addEventListener('submit', () => {
    const [said, button] = ['[data-progress]', 'form[data-chooses] button'].map((each) => document.querySelector(each))
    sessionStorage.setItem('said', said.textContent + button.disabled)
  })`)
  await page.getByRole('button', { name: 'Leer la imagen' }).click()
  await page.getByRole('heading', { name: 'Revisar y crear' }).waitFor()
  t.match(await page.evaluate(`sessionStorage.getItem('said')`), /^Leyendo….*true$/)
})

testPaper('without scripts a paper note becomes a note as well', async ({ t, choose }) => {
  const page = await choose({ scripts: false })
  await read(page)
  t.ok(await page.locator('.paper-sheet img').isVisible())
  t.ok(await page.getByText('En el papel: «18.4OO kg»').isVisible())
  t.notOk(await page.getByRole('button', { name: 'Es correcto' }).first().isVisible())
  await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
  await page.getByText('Revise estos errores').waitFor()
  t.notOk(await page.locator('.paper-picture').isVisible(), 'we have not kept the picture')
  t.ok(await page.getByText('En el papel: «18.4OO kg»').isVisible())
  await page.locator('#f-receiver_city').fill('Lyon')
  await page.getByRole('button', { name: 'Crear carta de porte' }).first().click()
  await page.getByText('Carta de porte creada.').waitFor()
})
