import { randomUUID } from 'node:crypto'
import { noteStream } from '@ecmr/domain'
import type { Page } from 'playwright-core'
import { eight, leadsTo } from '../panel/note-forms-office.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { type InChromium, testInChromium } from '../support/chromium.js'
import type { Visit } from '../support/visit.js'

async function newNote(person: Visit): Promise<string> {
  return leadsTo(await person.send('/ecmrs/nueva', { ...eight, once: randomUUID() }))
}

/** The pad's place on the screen. */
async function padOf(
  page: Page,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  const pad = page.locator('canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('there is no pad')
  return box
}

const drawnIn = (page: Page): Promise<string> => page.locator('[name=signature_image]').inputValue()

async function drawWithMouse(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width } = await padOf(page)
  await page.mouse.move(x + width * from, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + width * to, y + 60, { steps: 5 })
  await page.mouse.up()
}

async function signatureOf({ panel }: InChromium, id: string): Promise<unknown> {
  const events = await panel.store.readStream(noteStream(id))
  return events.find(({ type }) => type === 'EcmrSigned')?.data
}

testInChromium(
  'a signature is drawn with the mouse, undone, cleared, drawn again and kept',
  async (given) => {
    const { t, panel, open } = given
    const person = await panel.person(panel.haulier)
    const id = await newNote(person)
    const page = await open({ as: person })
    await page.goto(`/ecmrs/${id}/firmar?rol=sender`)
    await page.getByLabel('Nombre y apellidos').fill('Ana Ruiz')
    await page.getByLabel('Dibujar la firma').check()
    await drawWithMouse(page, 0.1, 0.5)
    const one = await drawnIn(page)
    t.match(one, /^data:image\/png;base64,/)
    await drawWithMouse(page, 0.5, 0.9)
    t.not(await drawnIn(page), one)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    t.equal(await drawnIn(page), one, 'the last stroke is gone')
    await page.getByRole('button', { name: 'Borrar' }).click()
    t.equal(await drawnIn(page), '')
    await drawWithMouse(page, 0.2, 0.8)
    const drawn = await drawnIn(page)
    await page.getByLabel('Observaciones').fill('x'.repeat(2001))
    await page.getByRole('button', { name: 'Firmar', exact: true }).click()
    await page.getByText('como mucho 2000').first().waitFor()
    t.equal(await drawnIn(page), drawn, 'a fault elsewhere does not cost the drawing')
    await page.getByLabel('Observaciones').fill('')
    await page.getByRole('button', { name: 'Firmar', exact: true }).click()
    await page.waitForURL(`**/ecmrs/${id}`)
    t.match(await signatureOf(given, id), {
      method: 'drawn',
      signature_image: drawn,
      signer_name: 'Ana Ruiz',
    })
  },
)

testInChromium('on a phone a finger draws, and the page does not move', async (given) => {
  const { t, panel, open } = given
  const person = await panel.person(panel.haulier)
  const id = await newNote(person)
  const page = await open({ as: person, device: 'phone', language: 'en' })
  await page.goto(`/ecmrs/${id}/firmar?rol=carrier`)
  const { x, y, width } = await padOf(page)
  const before = await page.evaluate('scrollY')
  const touch = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly (readonly [number, number])[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  await send('touchStart', [[x + width * 0.2, y + 90]])
  for (let step = 1; step <= 8; step++)
    await send('touchMove', [[x + width * (0.2 + step / 16), y + 90 - step * 9]])
  await send('touchEnd', [])
  t.equal(await page.evaluate('scrollY'), before)
  await page.locator('[name=signer_name]').fill('Luis Gómez')
  // Chromium takes a tap right after a stroke as fast as this for the end of a fling.
  await page.locator('form[data-signing] .button-primary').click()
  await page.waitForURL(`**/ecmrs/${id}`)
  t.match(await signatureOf(given, id), { method: 'drawn', signature_image: /^data:image\/png/ })
})

testInChromium('lines are added to a list without sending the form', async ({ t, panel, open }) => {
  const page = await open({ as: await panel.person(panel.haulier) })
  await page.goto('/ecmrs/nueva')
  await page.locator('[data-part=goods] details.more > summary').click()
  const add = page.getByRole('button', { name: 'Añadir una partida' })
  await add.click()
  await page.keyboard.type('Palé')
  await add.click()
  await page.keyboard.type('Caja')
  t.equal(await page.locator('[name="goods_items/0/description"]').inputValue(), 'Palé')
  t.equal(await page.locator('[name="goods_items/1/description"]').inputValue(), 'Caja')
  t.ok(await page.getByText('Partida 2', { exact: true }).isVisible())
})

for (const [device, colours] of [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const)
  testInChromium(
    `the forms of a note are accessible on a ${device} in ${colours} colours`,
    async ({ t, panel, open }) => {
      const person = await panel.person(panel.haulier)
      const id = await newNote(person)
      const page = await open({ as: person, device, colours })
      const forms = ['editar', 'firmar', 'firmar?rol=sender', 'incidencias', 'reservas', 'estado', 'anular']
      for (const path of ['/ecmrs/nueva', ...forms.map((form) => `/ecmrs/${id}/${form}`)]) {
        await page.goto(path)
        await page.evaluate(`document.querySelectorAll('details').forEach((part) => { part.open = true })`)
        t.same(await accessibilityFaults(page), [], path)
        t.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          page.viewportSize()?.width,
          'it fits',
        )
      }
      await page.goto('/ecmrs/nueva')
      await page.locator('.actions .button-primary').last().click()
      await page.getByRole('alert').waitFor()
      t.same(await accessibilityFaults(page), [], 'with faults, too')
    },
  )
