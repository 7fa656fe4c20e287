import { noteStream } from '@ecmr/domain'
import { createCanvas } from '@napi-rs/canvas'
import { freePort } from '@ecmr/runtime'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { noteWriter } from '../panel/ground.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { type SiteInChromium, testSiteInChromium } from '../support/chromium.js'
import { type Cut, cutNetwork } from '../support/cut-network.js'
import { buildTestPanel } from '../support/panel.js'
import { until } from '../support/until.js'

const said = {
  es: {
    more: 'Más',
    invite: 'Invitar a firmar',
    create: 'Crear el enlace',
    showCode: 'Mostrar un código: Eva Luna',
    code: 'Código de seis cifras',
    identify: 'Identificar',
    ready: 'Funciona sin cobertura.',
    offline: 'Sin conexión. Se muestra lo último que se supo.',
    qr: 'Mostrar el QR de inspección',
    close: 'Cerrar',
    takeOver: 'He recogido la mercancía',
    vehicle: 'Cambio de vehículo',
    incident: 'Incidencia',
    deliver: 'He entregado la mercancía',
    record: 'Anotar',
    photograph: 'Fotografía',
    waiting: 'Por enviar',
    held: /En espera: Hay una incidencia abierta/,
    delivered: 'Entregada',
    refused: 'No se ha podido anotar: Incidencia',
    cancelled: 'La carta de porte fue anulada. Hable con su empresa.',
    dismiss: 'Entendido, quitar',
    already: /Ahora consta: Entregada/,
    clock: 'El reloj del teléfono se cambió entretanto: no se sabe a qué hora fue.',
    withoutTime: 'Enviar con la hora de ahora',
  },
  en: {
    more: 'More',
    invite: 'Invite to sign',
    create: 'Create the link',
    showCode: 'Show a code: Eva Luna',
    code: 'Six-digit code',
    identify: 'Identify',
    ready: 'Works without coverage.',
    offline: 'No connection. This is what was known last.',
    qr: 'Show the QR code for inspections',
    close: 'Close',
    takeOver: 'I have taken over the goods',
    vehicle: 'Another vehicle',
    incident: 'Report an incident',
    deliver: 'I have delivered the goods',
    record: 'Record',
    photograph: 'Photograph',
    waiting: 'To be sent',
    held: /On hold: An incident is open/,
    delivered: 'Delivered',
    refused: 'Could not be recorded: Report an incident',
    cancelled: 'The consignment note was cancelled. Talk to your company.',
    dismiss: 'Understood, remove',
    already: /It now says: Delivered/,
    clock: 'The clock of the telephone was set meanwhile: when it happened is not known.',
    withoutTime: 'Send with the present time',
  },
} as const
type Language = keyof typeof said

/** A panel behind a network that can be cut. */
async function cuttableSite(t: Test) {
  const port = await freePort()
  const panel = await buildTestPanel(t, () => ({ siteUrl: `http://localhost:${port}` }))
  const behind = await panel.app.listen({ host: '127.0.0.1', port: 0 })
  const network = await cutNetwork(t, { port, origin: () => behind })
  return { siteUrl: network.url, panel, network }
}

type Given = SiteInChromium<Awaited<ReturnType<typeof cuttableSite>>>

/** The office invites the driver, whose telephone opens the link and is identified. */
async function begin({ t, site: { panel }, open }: Given, language: Language) {
  const words = said[language]
  const { create, write } = noteWriter(panel)
  const note = await create({ carrier_company_name: 'Transportes Ruiz', vehicle_plate: '1234 BCD' })
  const office = await open({ as: await panel.person(panel.haulier), language })
  await office.goto(`/idioma/${language}?siguiente=/ecmrs/${note.id}/invitaciones`)
  await office.locator('#f-role').selectOption('driver')
  await office.locator('#f-name').fill('Eva Luna')
  await office.getByRole('button', { name: words.create }).click()
  const url = (await office.locator('.secret code').nth(1).textContent()) ?? ''
  t.same(await accessibilityFaults(office), [], 'the page with the link')
  await office.getByRole('button', { name: words.showCode }).click()
  const code = (await office.locator('.secret code').textContent()) ?? ''

  const phone = await open({ device: 'phone', language, mayFail: true })
  await phone.goto(new URL(url).pathname)
  await phone.getByText(note.ecmr_number).first().waitFor()
  await phone.getByText(words.ready).waitFor()
  t.same(await accessibilityFaults(phone), [], 'the page before the telephone is identified')
  await phone.getByLabel(words.code).fill('000 000')
  if (code.replace(' ', '') !== '000000') {
    await phone.getByRole('button', { name: words.identify }).tap()
    await phone.locator('[data-code-fault]').waitFor()
  }
  await phone.getByLabel(words.code).fill(code)
  await phone.getByRole('button', { name: words.identify }).tap()
  await phone.locator('[data-action=take_over]').waitFor()
  const story = async () => (await panel.store.readStream(noteStream(note.id))).map(({ type }) => type)
  return { note, write, phone, words, story, hands: handsOf(phone, words) }
}

function handsOf(phone: Page, words: (typeof said)[Language]) {
  const act = async (name: string, fill: (form: ReturnType<Page['locator']>) => Promise<void>) => {
    const part = phone.locator('details', { has: phone.locator('summary', { hasText: name }) })
    await part.locator('summary').tap()
    await fill(part)
    await part.getByRole('button', { name: words.record }).tap()
  }
  const fits = async (t: Test, what: string) => {
    t.same(await accessibilityFaults(phone), [], what)
    t.equal(await phone.evaluate('document.documentElement.scrollWidth'), 390, `${what} fits`)
  }
  return {
    fits,
    takeOver: () => act(words.takeOver, async (form) => form.locator('[name=place]').fill('Sevilla')),
    changeVehicle: () =>
      act(words.vehicle, async (form) => {
        await form.locator('[name=vehicle_plate]').fill('9999 XYZ')
        await form.locator('[name=reason]').fill('Avería')
      }),
    incident: () =>
      act(words.incident, async (form) => {
        await form.locator('[name=type]').selectOption('delay')
        await form.locator('[name=description]').fill('Atasco en la A-4')
      }),
    photograph: () =>
      act(words.photograph, async (form) => {
        const buffer = createCanvas(3_000, 2_000).toBuffer('image/png')
        await form.locator('[name=kind]').selectOption('damage_photo')
        await form.locator('[name=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer })
      }),
    deliver: () => act(words.deliver, async () => undefined),
    queued: (count: number) =>
      until(async () => (await phone.locator('[data-queue] > li').count()) === count, `${count} waiting`),
    refused: (count: number) =>
      until(
        async () => (await phone.locator('[data-refused] > *').count()) === count,
        `${count} refused`,
        60,
      ),
  }
}

/** Without coverage: nothing comes through, and the browser knows. */
async function withoutCoverage({ site: { network } }: Given, phone: Page): Promise<void> {
  network.whenAsked((path): Cut | undefined => (path.startsWith('/c/') ? 'before' : undefined))
  await phone.context().setOffline(true)
}

async function withCoverage({ site: { network } }: Given, phone: Page): Promise<void> {
  network.whenAsked(() => undefined)
  await phone.context().setOffline(false)
}

for (const language of ['es', 'en'] as const)
  testSiteInChromium(
    `a driver’s day with the network switched off twice (${language})`,
    cuttableSite,
    async (given) => {
      const { t } = given
      const { note, phone, words, story, hands, write } = await begin(given, language)
      await hands.fits(t, 'the page')
      await phone.getByRole('button', { name: words.qr }).tap()
      const code = phone.locator('[data-qr-image]')
      t.ok(((await code.boundingBox())?.width ?? 0) > 330, 'the code is as wide as the screen')
      await hands.fits(t, 'the code')
      await phone.getByRole('button', { name: words.close }).tap()

      await withoutCoverage(given, phone)
      await hands.takeOver()
      await hands.queued(1)
      await hands.changeVehicle()
      await hands.queued(2)
      await phone.getByText(words.offline).waitFor()
      await hands.fits(t, 'the page with what waits')
      await phone.reload()
      await hands.queued(2)
      await phone.getByText(note.ecmr_number).first().waitFor()
      t.notOk((await story()).includes('GoodsTakenOver'))
      await withCoverage(given, phone)
      await hands.queued(0)
      t.same((await story()).slice(-2), ['GoodsTakenOver', 'VehicleChanged'])

      await withoutCoverage(given, phone)
      await hands.incident()
      await hands.queued(1)
      await hands.deliver()
      await hands.queued(2)
      await hands.photograph()
      await hands.queued(3)
      const address = phone.url()
      const context = phone.context()
      await phone.close()
      const later = await context.newPage()
      await later.goto(address)
      const after = handsOf(later, words)
      await after.queued(3)
      await withCoverage(given, later)
      await later.getByText(words.held).waitFor()
      await after.queued(1)
      await after.fits(t, 'the page with what is held')
      const stream = await given.site.panel.store.readStream(noteStream(note.id))
      const incident = stream.find(({ type }) => type === 'IncidentReported')
      await write(note, {
        ...{ type: 'resolve_incident', outcome: 'continue' },
        incident_id: String(Reflect.get(Object(incident?.data), 'incident_id')),
      })
      await later.reload()
      await after.queued(0)
      await later.getByText(words.delivered, { exact: true }).first().waitFor()
      t.same(
        (await story()).filter((type) => !/Invited|Created|Assigned/.test(type)),
        [
          ...['GoodsTakenOver', 'VehicleChanged'],
          ...['IncidentReported', 'AttachmentAdded', 'IncidentResolved', 'DeliveryConfirmed'],
        ],
        'all of it once, in order',
      )
    },
  )

testSiteInChromium(
  'what the office did meanwhile is a conflict that stays until it was seen',
  cuttableSite,
  async (given) => {
    const { t } = given
    const delivered = await begin(given, 'es')
    await delivered.hands.takeOver()
    // Before it waits nothing waits either: an empty queue alone does not say that it was sent.
    await until(async () => (await delivered.story()).includes('GoodsTakenOver'), 'the pickup')
    await delivered.hands.queued(0)
    await withoutCoverage(given, delivered.phone)
    await delivered.hands.deliver()
    await delivered.hands.queued(1)
    await delivered.write(delivered.note, { type: 'confirm_delivery' })
    await withCoverage(given, delivered.phone)
    await delivered.phone.getByText(delivered.words.already).waitFor()
    await delivered.hands.fits(t, 'a conflict')
    await delivered.phone.reload()
    await delivered.hands.refused(1)
    await delivered.phone.getByRole('button', { name: delivered.words.dismiss }).tap()
    await delivered.hands.refused(0)
    t.equal((await delivered.story()).filter((type) => type === 'DeliveryConfirmed').length, 1)

    const cancelled = await begin(given, 'en')
    await withoutCoverage(given, cancelled.phone)
    await cancelled.hands.takeOver()
    await cancelled.hands.incident()
    await cancelled.hands.queued(2)
    await cancelled.write(cancelled.note, { type: 'cancel', reason: 'ordered twice' })
    await withCoverage(given, cancelled.phone)
    await cancelled.hands.refused(2)
    await cancelled.phone.getByText(cancelled.words.cancelled).first().waitFor()
    await cancelled.phone.reload()
    await cancelled.hands.refused(2)
    await cancelled.hands.fits(t, 'the page of a cancelled note')
    t.equal((await cancelled.story()).at(-1), 'EcmrCancelled')
  },
)
