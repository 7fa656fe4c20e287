import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { freePort } from '@ecmr/runtime'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessibilityFaults } from '../support/accessibility.js'
import { PASSWORD, withPassword } from '../support/account.js'
import { type InChromium, testSiteInChromium } from '../support/chromium.js'
import { buildTestPanel } from '../support/panel.js'
import { portOf } from '../support/port-of.js'
import { until } from '../support/until.js'
import { authorizeUrl, grantsOf, newClient } from './connect-client.js'
import { withOwnCompanies } from './ground.js'

const port = await freePort()
const siteUrl = `http://localhost:${port}`
const shared = await buildTestPanel(t, () => ({ siteUrl }))
await shared.app.listen({ host: '127.0.0.1', port })

/** Tests share a panel; each has companies of its own, on the plan Pro. */
function testInChromium(name: string, body: (given: InChromium) => Promise<void>): void {
  const bring = async () => ({ siteUrl, panel: await withOwnCompanies(shared, 'pro') })
  testSiteInChromium(name, bring, ({ t, site: { panel }, open }) => body({ t, panel, open }))
}

/** The requests that a program on the user's computer, or another site, received. */
interface Listener {
  readonly origin: string
  readonly asked: { readonly url: string; readonly referrer: string | undefined }[]
}

/** A server apart from the panel, which answers everything with a page, or sends people on. */
async function listener(t: Test, html: string, host = '127.0.0.1', onwards?: string): Promise<Listener> {
  const asked: Listener['asked'] = []
  const server = createServer(({ url = '', headers }, response) => {
    if (url !== '/favicon.ico') asked.push({ url, referrer: headers.referer })
    if (onwards !== undefined) response.writeHead(302, { location: onwards })
    else response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  t.teardown(() => server.close())
  const name = host.includes(':') ? `[${host}]` : host
  return { origin: `http://${name}:${portOf(server)}`, asked }
}

/** A tab of its own that may send requests to other sites; in the other tabs that is a fault. */
async function freeTab({ t, panel, open }: InChromium, scripts = true): Promise<Page> {
  const { cookies } = await panel.person(panel.haulier)
  const browser = (await open()).context().browser()
  if (browser === null) throw new Error('it has no browser')
  const context = await browser.newContext({ baseURL: siteUrl, locale: 'es', javaScriptEnabled: scripts })
  t.teardown(() => context.close())
  context.setDefaultTimeout(60_000)
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: siteUrl, sameSite: 'Lax', httpOnly: true })),
  )
  return context.newPage()
}

testInChromium('granting and refusing both lead back to the program that asked', async (given) => {
  const { t, panel } = given
  const hosts = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address))
  for (const host of ['127.0.0.1', '::1'].filter((each) => hosts.includes(each))) {
    const program = await listener(t, '<title>Connected</title>', host)
    const { origin } = new URL(program.origin)
    // The port is another than the registered one.
    const client = await newClient(panel.pool, 'Program', [`${origin.replace(/:\d+$/, '')}/callback?own=1`])
    const redirect_uri = `${origin}/callback?own=1`
    for (const [button, says, scripts] of [
      ['Autorizar', 'code', true],
      ['Autorizar', 'code', false],
      ['Rechazar', 'error', true],
    ] as const) {
      const page = await freeTab(given, scripts)
      await page.goto(authorizeUrl(client, { redirect_uri, state: says }))
      await page.getByRole('button', { name: button }).click()
      await page.waitForURL(`${origin}/**`)
      t.equal(await page.title(), 'Connected')
      const [asked, ...others] = program.asked.splice(0)
      const { searchParams } = new URL(asked?.url ?? '', origin)
      t.same([searchParams.get('own'), searchParams.get('state'), searchParams.has(says)], ['1', says, true])
      t.same([asked?.referrer, others], [undefined, []], 'and learns nothing of the page before')
    }
  }
})

testInChromium('without a login, or in the wrong account, a user logs in first', async (given) => {
  const { t, panel } = given
  await withPassword(panel.pool, panel.haulier)
  const program = await listener(t, '<title>Connected</title>')
  const client = await newClient(panel.pool, 'Program', [`${program.origin}/callback`])
  const page = await freeTab(given)
  await page.goto(authorizeUrl(client, { redirect_uri: `${program.origin}/callback` }))
  await page.getByRole('button', { name: 'Entrar con otra cuenta' }).click()
  await page.getByLabel('Correo electrónico').fill('marta@example.com')
  await page.locator('#f-password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByText('(marta@example.com)').waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Authorise' }).click()
  await page.waitForURL(`${program.origin}/**`)
  t.match(program.asked, [{ url: /code=.*state=a\+state%2Fof%3Fits%3Down/ }])
})

testInChromium(
  'an assistant that is a web page asks in a window of its own, and gets the answer there',
  async (given) => {
    const { t, panel } = given
    await withPassword(panel.pool, panel.haulier, { email: 'pilar@example.com' })
    const assistant = await listener(
      t,
      `<title>Assistant</title><button>Connect</button><output></output><script>
      const ask = () => open(document.body.dataset.url, '_blank', 'popup')
      document.querySelector('button').onclick = ask
      onmessage = ({ data, origin }) => {
        if (origin === location.origin) document.querySelector('output').textContent = data
      }
      if (location.pathname === '/callback' && opener !== null) {
        opener.postMessage(location.search, location.origin)
        close()
      }
    </script>`,
    )
    const redirect_uri = `${assistant.origin}/callback`
    const client = await newClient(panel.pool, 'Web page', [redirect_uri])
    const url = `${siteUrl}${authorizeUrl(client, { redirect_uri })}`
    const page = await freeTab(given)
    await page.goto(assistant.origin)
    await page.evaluate(`document.body.dataset.url = ${JSON.stringify(url)}`)
    const connect = async () => {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Connect' }).click()
      const window = await opened
      // What is clicked before a page is shown counts for nothing.
      await window.waitForLoadState()
      return window
    }
    const code = /^\?code=ecmr_ac_.*&state=a\+state/

    await (await connect()).getByRole('button', { name: 'Autorizar' }).click()
    await page.locator('output:not(:empty)').waitFor()
    t.match(await page.locator('output').innerText(), code, 'logged in')

    await page.evaluate("document.querySelector('output').textContent = ''")
    const second = await connect()
    await second.getByRole('link', { name: 'English' }).click()
    await second.getByRole('button', { name: 'Log in with another account' }).click()
    await second.getByLabel('Email address').fill('pilar@example.com')
    await second.locator('#f-password').fill(PASSWORD)
    await second.getByRole('button', { name: 'Log in', exact: true }).click()
    await second.getByRole('button', { name: 'Authorise' }).click()
    await page.locator('output:not(:empty)').waitFor()
    t.match(await page.locator('output').innerText(), code, 'logging in on the way')

    const third = await connect()
    await third.getByRole('button', { name: 'Deny' }).waitFor()
    t.equal(await third.evaluate('opener !== null'), true)
    await third.goto(`${siteUrl}/conectar-ia`)
    t.equal(await third.evaluate('opener'), null, 'on other pages the window has no opener')
  },
)

testInChromium('a program may send people on to a web site of its makers', async (given) => {
  const { t, panel } = given
  const unused = await listener(t, '')
  const website = unused.origin.replace('http:', 'https:')
  const program = await listener(t, '', '127.0.0.1', `${website}/connected`)
  const client = await newClient(panel.pool, 'Program', [`${program.origin}/callback`])
  const page = await freeTab(given)
  await page.goto(authorizeUrl(client, { redirect_uri: `${program.origin}/callback` }))
  const failing = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Autorizar' }).click()
  const failed = await failing
  t.equal(failed.url(), `${website}/connected`)
  // It does not speak https; what the policy forbids is not even tried.
  t.equal(failed.failure()?.errorText, 'net::ERR_SSL_PROTOCOL_ERROR')
})

testInChromium('clickjacking: another site that frames the page shows nothing of it', async (given) => {
  const { t, panel } = given
  const url = authorizeUrl(await newClient(panel.pool))
  const page = await freeTab(given)
  await page.goto(url)
  t.equal(await page.getByRole('button', { name: 'Autorizar' }).count(), 1, 'which is there by itself')
  // `localhost` at another port is the same site, so that the session's cookie goes along.
  const evil = await listener(t, `<title>Win</title><iframe src="${siteUrl}${url}"></iframe>`, 'localhost')
  await page.goto(evil.origin)
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  await until(
    () => frames.every((frame) => !['', 'about:blank'].includes(frame.url())),
    'the answer to the frame',
  )
  t.equal(frames.length, 1)
  for (const frame of frames) {
    t.equal(frame.url(), 'chrome-error://chromewebdata/')
    t.equal(await frame.locator('button:has-text("Autorizar"), .consent').count(), 0)
  }
})

testInChromium(
  'clickjacking: a click meant for a window that has just gone grants nothing',
  async (given) => {
    const { t, panel } = given
    const program = await listener(t, '<title>Connected</title>')
    const redirect_uri = `${program.origin}/callback`
    const client = await newClient(panel.pool, 'Program', [redirect_uri])
    const page = await freeTab(given)
    await page.clock.install()
    await page.goto(authorizeUrl(client, { redirect_uri }))
    const grant = page.getByRole('button', { name: 'Autorizar' })
    const before = page.url()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const comes of [
      "window.dispatchEvent(new Event('focus'))",
      "window.dispatchEvent(new Event('pageshow'))",
    ]) {
      await page.evaluate(comes)
      await page.clock.runFor(900)
      await page.evaluate(`document.querySelector('button[value=grant]').click()`)
      t.equal(await grant.getAttribute('aria-disabled'), 'true')
      t.equal(page.url(), before)
      t.equal(await grantsOf(panel.pool, client), 0, comes)
    }
    await page.clock.runFor(200)
    t.equal(await grant.getAttribute('aria-disabled'), null, 'then the button works')
    await grant.click()
    await page.waitForURL(`${redirect_uri}?code=**`)
  },
)

testInChromium('cross-site consent: a page that sends the form by itself grants nothing', async (given) => {
  const { t, panel } = given
  const { pool } = panel
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const page = await freeTab(given)
  await page.goto(url)
  const field = (name: string): Promise<string> =>
    page.locator(`main input[name=${name}]`).last().inputValue()
  // Even if both tokens had leaked.
  const html = `<form method="post" action="${siteUrl}${url}">
    <input name="_csrf" value="${await field('_csrf')}"><input name="question" value="${await field('question')}">
    <input name="answer" value="grant"></form><script>document.forms[0].submit()</script>`
  for (const [host, says] of [
    // Of the same site, so that the session's cookie goes along.
    ['localhost', 'El formulario ha caducado'],
    // No cookie goes along: it comes to no more than a link to the question.
    ['127.0.0.1', '¿Autorizar este asistente?'],
  ] as const) {
    await page.goto((await listener(t, html, host)).origin)
    await page.waitForURL(`${siteUrl}/**`)
    t.equal(await page.locator('h1').innerText(), says)
    t.equal(await grantsOf(panel.pool, client), 0, `from ${host}`)
  }
})

testInChromium('the pages about assistants are accessible, with any name', async ({ t, panel, open }) => {
  const { pool, haulier } = panel
  const unpaid = await withOwnCompanies(panel)
  const [lucia, free] = [await panel.person(haulier), await panel.person(unpaid.haulier)]
  const host = `${'a-long-label-of-a-host.'.repeat(6)}example`
  const long = await newClient(pool, 'eCMR 👩‍💻 Z̸̡̢̛̗̘\u202E'.padEnd(100, 'W'), [`https://${host}/callback`])
  const asked = authorizeUrl(long, { redirect_uri: `https://${host}/callback` })
  for (const [colours, as, path] of [
    ['light', lucia, asked],
    ['dark', lucia, asked],
    ['light', free, asked],
    ['dark', lucia, '/oauth/authorize'],
  ] as const) {
    const page = await open({ as, colours })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `it fits ${width}`)
    }
    t.same(await accessibilityFaults(page), [], colours)
  }
})
