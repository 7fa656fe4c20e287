import { createExample, ecmrRecord } from '@ecmr/contract'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { type SiteInChromium, testSiteInChromium } from '../../support/chromium.js'
import { asPromised } from '../../support/contract.js'
import { until } from '../../support/until.js'
import { startReceiver } from '../../webhooks/support/receiver.js'
import { finger, type Hands, mouse } from './hands.js'
import { type PagesSeen, seePages } from './pages-seen.js'
import { wholeService } from './site.js'
import { type Words, words } from './words.js'

/** How a person of the test looks at pages. */
export interface Way {
  readonly language: 'es' | 'en'
  readonly device: 'phone' | 'desktop'
  readonly scripts: boolean
}

/** What the steps of a person's first day share. */
interface Person extends PagesSeen {
  readonly given: SiteInChromium<{ readonly siteUrl: string }>
  readonly page: Page
  readonly hands: Hands
  readonly way: Way
  readonly w: Words
}

/** A person's first day: registers, creates a note and a key, has the note signed, and is notified elsewhere. */
export function testFirstDay(name: string, way: Way): void {
  testSiteInChromium(name, wholeService, async (given) => {
    const { t } = given
    const page = await given.open(way)
    const hands = way.device === 'phone' ? finger(page) : mouse(page)
    const picture = `${way.language}-${way.device}${way.scripts ? '' : '-no-scripts'}`
    const seen = seePages(t, page, { name: picture, scripts: way.scripts })
    const person: Person = { given, page, hands, way, w: words[way.language], ...seen }
    await sayingWhere(t, page, () => live(person))
    for (const line of seen.table()) t.comment(line)
  })
}

/** When something is not as it should be, says what the page shows instead. */
async function sayingWhere(t: Test, page: Page, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    t.comment(`at ${page.url()}: ${await page.getByRole('main').innerText()}`)
    throw error
  }
}

async function live(person: Person): Promise<void> {
  await register(person)
  const key = await makeKey(person)
  const note = await createNote(person)
  await issueDocument(person, note.path)
  for (const role of ['sender', 'carrier', 'receiver'] as const) await sign(person, note.path, role)
  await inspectDocument(person, note.path)
  await followAsAnybody(person, note.number)
  await hearOfNotes(person, key)
  await revokeKey(person, key)
  await lookAround(person, note.path)
}

async function register({ given, page, hands, w, look }: Person): Promise<void> {
  await page.goto('/')
  await look('welcome')
  await hands.press(page.getByRole('main').getByRole('link', { name: w.sections.register }))
  await page.waitForURL('**/registro')
  await look('register')
  await page.getByLabel(w.register.company).fill('Transportes Guadalquivir')
  await page.getByLabel(w.register.name, { exact: false }).fill('Lucía Fernández')
  await page.getByLabel(w.register.email).fill('lucia@guadalquivir.example')
  await page.getByLabel(w.register.password).first().fill('cuatro olivos verdes al sol')
  await hands.press(page.getByRole('button', { name: w.register.send }))
  await page.waitForURL(`${given.site.siteUrl}/`)
  await look('home')
}

async function goTo({ page, hands, w, way }: Person, section: keyof Words['sections']): Promise<void> {
  const navigation = page.getByRole('navigation', { name: w.menu, exact: true })
  if (way.device === 'phone') await hands.press(page.getByText(w.menu, { exact: true }))
  await hands.press(navigation.getByRole('link', { name: w.sections[section] }))
  await page.getByRole('heading', { level: 1, name: w.sections[section] }).waitFor()
}

/** Returns the key as it is shown, once. */
async function makeKey(person: Person): Promise<string> {
  const { given, page, hands, w, look } = person
  await goTo(person, 'apiKeys')
  await look('keys')
  await page.getByLabel(w.key.name).fill('ERP')
  await hands.press(page.getByRole('button', { name: w.key.make }))
  await page.getByRole('heading', { level: 1, name: w.key.made }).waitFor()
  await look('key-made')
  const key = (await page.getByText(/^ecmr_live_\w+$/).innerText()).trim()
  given.t.equal((await callApi(person, key, '/ecmrs')).status, 200, 'the key works at once')
  return key
}

function callApi({ given }: Person, key: string, path: string, note?: object): Promise<Response> {
  return fetch(`${given.site.siteUrl}/api${path}`, {
    method: note === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, ...(note && { 'content-type': 'application/json' }) },
    ...(note && { body: JSON.stringify(note) }),
  })
}

/** Returns the address of its page and its number. */
async function createNote(person: Person): Promise<{ readonly path: string; readonly number: string }> {
  const { page, hands, w, look } = person
  await goTo(person, 'notes')
  await look('notes-empty')
  await hands.press(page.getByRole('link', { name: w.note.begin }).first())
  await page.waitForURL('**/ecmrs/nueva')
  await look('note-new')
  const party = async (group: string, company: string, address: string, city: string): Promise<void> => {
    const fields = page.getByRole('region', { name: group })
    await fields.getByLabel(w.note.company).fill(company)
    await fields.getByLabel(w.note.address).fill(address)
    await fields.getByLabel(w.note.city).fill(city)
  }
  await party(w.note.sender, 'Aceites del Sur SL', 'Calle Mayor 1', 'Jaén')
  await party(w.note.receiver, 'Épicerie du Midi SARL', '12 rue de la République', 'Lyon')
  await page
    .getByRole('region', { name: w.note.goods })
    .getByLabel(w.note.description)
    .fill('24 palés de aceite')
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('region', { name: w.note.pickup }).getByLabel(w.note.date).fill(today)
  await hands.press(page.getByRole('button', { name: w.note.save }))
  await page.getByText(w.note.created).waitFor()
  await look('note-created')
  const { pathname } = new URL(page.url())
  const [number = ''] = /ECMR-\S+/.exec(await page.getByRole('heading', { level: 1 }).innerText()) ?? []
  await goTo(person, 'notes')
  await page.getByRole('link', { name: number, exact: true }).waitFor()
  await look('notes')
  return { path: pathname, number }
}

async function issueDocument({ page, hands, w, look }: Person, path: string): Promise<void> {
  await page.goto(path)
  await hands.press(page.getByRole('button', { name: w.document.issue }))
  await page.getByText(w.document.issued).waitFor()
  await look('document-issued')
  await hands.press(page.getByRole('link', { name: w.document.code }))
  await page.getByRole('heading', { level: 1, name: w.document.scan }).waitFor()
  await look('document-code')
}

/** Downloads the document as an officer would; by then the signatures stand in it, after one version or several. */
async function inspectDocument({ given, page, hands, w, look }: Person, path: string): Promise<void> {
  const { t } = given
  await until(async () => {
    await page.goto(path)
    return page.getByText(w.document.version).first().isVisible()
  }, 'the version with the signatures')
  await hands.press(page.getByRole('link', { name: w.document.all }))
  await page.getByText(/\/d\/[\w-]{43}$/).waitFor()
  await look('documents')
  const answer = await fetch(await page.getByText(/\/d\/[\w-]{43}$/).innerText())
  t.match(await answer.text(), /^%PDF-/)
  t.equal(answer.headers.get('content-type'), 'application/pdf')
  await hands.press(page.getByRole('link', { name: w.document.reads }))
  await page.waitForURL('**/lecturas')
  await until(async () => {
    await page.reload()
    return page.getByText(w.document.network).isVisible()
  }, 'the read to be listed')
  await look('document-reads')
}

async function sign(person: Person, path: string, role: 'sender' | 'carrier' | 'receiver'): Promise<void> {
  const { page, hands, w, way, look } = person
  await page.goto(path)
  const link = page.getByRole('link', { name: w.sign[role] })
  if (!(await link.isVisible())) await hands.press(page.getByText(w.more, { exact: true }))
  await hands.press(link)
  await page.getByRole('heading', { level: 1, name: w.sign[role] }).waitFor()
  await look(`sign-${role}`)
  await page.getByLabel(w.sign.name).fill(`Firmante ${role}`)
  if (way.scripts) await chooseHow(person, role)
  await hands.press(page.getByRole('button', { name: w.sign.send, exact: true }))
  await page.getByText(w.sign.signed).waitFor()
  await look(`signed-${role}`)
}

/** Draws, except for the carrier, who types a name; without scripts there is no choice. */
async function chooseHow({ page, hands, w }: Person, role: string): Promise<void> {
  if (role === 'carrier') return hands.press(page.getByRole('radio', { name: w.sign.typed }))
  await hands.press(page.getByRole('radio', { name: w.sign.drawn }))
  await hands.draw(page.getByLabel(w.sign.pad))
}

async function followAsAnybody({ given, w, way }: Person, number: string): Promise<void> {
  const page = await given.open(way)
  const hands = way.device === 'phone' ? finger(page) : mouse(page)
  const seen = seePages(given.t, page, { name: `${way.language}-anybody`, scripts: way.scripts })
  await sayingWhere(given.t, page, async () => {
    await page.goto('/')
    await page.getByLabel(w.track.number).fill(number.toLowerCase())
    await hands.press(page.getByRole('button', { name: w.track.show }))
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    for (const sentence of w.track.signed) await page.getByText(sentence).first().waitFor()
    given.t.notMatch(await page.getByRole('main').innerText(), /Aceites del Sur|Firmante/)
    await seen.look('tracking')
  })
}

async function hearOfNotes(person: Person, key: string): Promise<void> {
  const { given, page, hands, w, look } = person
  const receiver = await startReceiver(given.t)
  await goTo(person, 'webhooks')
  await look('webhooks-empty')
  await hands.press(page.getByRole('link', { name: w.webhook.register }))
  await page.getByRole('heading', { level: 1, name: w.webhook.register }).waitFor()
  await look('webhook-new')
  await page.getByRole('textbox', { name: w.webhook.url }).fill(receiver.url)
  await hands.press(page.getByRole('button', { name: w.webhook.register }))
  await page.getByRole('heading', { level: 1, name: w.webhook.registered }).waitFor()
  await look('webhook-secret')
  await hands.press(page.getByRole('link', { name: w.webhook.open }))
  await page.getByRole('heading', { level: 2, name: w.webhook.deliveries, exact: true }).waitFor()
  await look('webhook')

  const created = await callApi(person, key, '/ecmrs', createExample)
  given.t.equal(created.status, 201)
  const { ecmr_number } = asPromised(ecmrRecord, await created.json())
  const [notification] = await receiver.count(1)
  given.t.match(notification?.json, { type: 'ecmr.created', data: { ecmr_number } })
  const row = page.getByRole('row', { name: ecmr_number })
  await until(async () => {
    await page.reload()
    return (await row.getByText(w.webhook.delivered).count()) > 0
  }, 'the delivery on the page')
  await look('webhook-delivered')
  await hands.press(row.getByRole('link'))
  await page.getByRole('heading', { level: 1, name: w.webhook.delivery }).waitFor()
  await look('delivery')
}

async function revokeKey(person: Person, key: string): Promise<void> {
  const { page, hands, w, look } = person
  await goTo(person, 'apiKeys')
  await hands.press(page.getByRole('link', { name: w.revokeOf('ERP') }))
  await page.waitForURL('**/revocar')
  await look('key-revoke')
  await hands.press(page.getByRole('button', { name: w.key.revoke }))
  await page.waitForURL('**/claves')
  await page.getByRole('row', { name: 'ERP' }).getByText(w.keyRevoked, { exact: true }).waitFor()
  await look('keys-revoked')
  await until(async () => (await callApi(person, key, '/ecmrs')).status === 401, 'the key to be refused')
}

/** Whatever else there is to see for an owner, now that something has happened. */
async function lookAround({ page, look }: Person, note: string): Promise<void> {
  const pages = {
    'home-busy': '/',
    history: `${note}/historial`,
    audit: '/auditoria',
    connect: '/conectar-ia',
    company: '/empresa',
    people: '/empresa/personas',
    account: '/cuenta',
  }
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path)
    await look(name)
  }
}
