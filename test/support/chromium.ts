import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { User } from '@ecmr/accounts'
import { freePort } from '@ecmr/runtime'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import tap, { type Test, test } from 'tap'
import { env } from '#harness/debian-package'
import { recordFaults } from './page-faults.js'
import { buildTestPanel, type TestPanel } from './panel.js'
import type { Visit } from './visit.js'

/** Chromium without windows, which Playwright takes for tests, too; where it is not to be had, the one for the desktop. */
const PROGRAM = ['chromium-headless-shell', 'chromium']
  .flatMap((program) => env.PATH.split(':').map((folder) => join(folder, program)))
  .find(isExecutable)
/** Longer than any of our pages takes on a machine with other work, shorter than a test. */
const WITHIN_MS = 180_000
const STATE_WITHIN_MS = 10_000

/** Why there is no Chromium on this machine, or false: for the `skip` option of a test. */
export const withoutChromium: string | false =
  PROGRAM === undefined &&
  'Chromium is not installed (Debian: apt-get install chromium-headless-shell) and could not be'

/** The device of the user. */
const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>

/** How the user views pages; by default on a desktop, in light colours, in Spanish and with scripts. */
export interface Looking {
  readonly device?: keyof typeof devices
  readonly colours?: 'light' | 'dark'
  readonly language?: 'es' | 'en'
  /** false: scripts are switched off */
  readonly scripts?: boolean
  /** requests that fail are no faults: the network is cut, or what is sent is refused */
  readonly mayFail?: boolean
  /** the user who is logged in from the start, as `panel.person()` returns it */
  readonly as?: Visit & { readonly user: User }
}

/** A panel that listens, and a Chromium to look at it. */
export interface InChromium {
  readonly t: Test
  readonly panel: TestPanel
  /** opens an empty tab with cookies of its own; paths, as in `page.goto('/entrar')`, are the panel's */
  open(looking?: Looking): Promise<Page>
}

// The tests of one file share a panel and a browser, each with a profile of its own in it; the last one closes it.
let listening: ReturnType<typeof listeningPanel> | undefined
let launched: Promise<Browser> | undefined
let remaining = 0

/**
 * A test in a real Chromium. It also fails when the browser has anything to complain of: an error or a warning in the
 * console, an error in a script, a request that failed or went to another site, a breach of the content security policy.
 * Pages may answer with any status; what they load must be there.
 *
 * @example
 * testInChromium('a user who logs out sees the welcome page', async ({ t, panel, open }) => {
 *   const page = await open({ as: await panel.person(panel.haulier), device: 'phone' })
 *   await page.goto('/cuenta')
 *   await page.getByText('Menú').tap()
 *   await page.getByRole('button', { name: 'Salir' }).tap()
 *   t.equal(new URL(page.url()).pathname, '/')
 *   t.same(await accessibilityFaults(page), [])
 * })
 */
export function testInChromium(name: string, body: (given: InChromium) => Promise<void>): void {
  const shared = (): ReturnType<typeof listeningPanel> => {
    listening ??= listeningPanel(tap)
    return listening
  }
  testSiteInChromium(name, shared, ({ t, site: { panel }, open }) => body({ t, panel, open }))
}

/** A site that listens, and a Chromium to look at it. */
export interface SiteInChromium<Site> extends Pick<InChromium, 't' | 'open'> {
  readonly site: Site
}

/** The same for a site that the test brings: `bring` starts it, and has it closed at the end of the test. */
export function testSiteInChromium<Site extends { readonly siteUrl: string }>(
  name: string,
  bring: (t: Test) => Promise<Site>,
  body: (given: SiteInChromium<Site>) => Promise<void>,
): void {
  remaining += 1
  void test(name, { skip: withoutChromium }, async (t) => {
    t.teardown(async () => {
      remaining -= 1
      if (remaining > 0) return
      const browser = launched
      // Another file may follow in this process.
      launched = undefined
      listening = undefined
      await (await browser)?.close()
    })
    const site = await bring(t)
    launched ??= chromium.launch({
      executablePath: PROGRAM ?? '',
      // Chromium's sandbox does not run as root, which is what tests run as in containers.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    const browser = await launched
    const faults: string[] = []
    const pages: Page[] = []
    const open: InChromium['open'] = async (looking = {}) => {
      const context = await browser.newContext(contextFor(site.siteUrl, looking))
      t.teardown(() => context.close())
      context.setDefaultTimeout(WITHIN_MS)
      recordFaults(context, site.siteUrl, faults, looking.mayFail)
      const page = await context.newPage()
      pages.push(page)
      return page
    }
    try {
      await body({ t, site, open })
    } catch (error) {
      if (error instanceof Error) error.message += `\n${(await Promise.all(pages.map(stateOf))).join('\n')}`
      throw error
    }
    t.same(faults, [], 'the browser has nothing to complain of')
  })
}

/** What a page is doing when a test fails: one whose scripts are busy, or which draws nothing, keeps every click waiting. */
async function stateOf(page: Page): Promise<string> {
  const asked = page.evaluate<string>(`new Promise((answer) => {
    const say = (frames) => answer(document.readyState + ', ' + document.visibilityState + ', ' + frames)
    requestAnimationFrame(() => say('draws frames'))
    setTimeout(say, 5_000, 'draws no frames')
  })`)
  const state = asked.catch(String)
  return `${page.url()}: ${await Promise.race([state, delay(STATE_WITHIN_MS, 'does not answer', { ref: false })])}`
}

async function listeningPanel(t: Test): Promise<{ readonly siteUrl: string; readonly panel: TestPanel }> {
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const panel = await buildTestPanel(t, () => ({ siteUrl }))
  await panel.app.listen({ host: '127.0.0.1', port })
  return { siteUrl, panel }
}

function contextFor(siteUrl: string, looking: Looking): BrowserContextOptions {
  const { device = 'desktop', colours = 'light', language = 'es', scripts = true, as } = looking
  const cookies = [...(as?.cookies ?? [])].map(([name, value]) => ({
    name,
    value,
    domain: 'localhost',
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: name.startsWith('__Host-'),
    sameSite: 'Lax' as const,
  }))
  return {
    ...devices[device],
    baseURL: siteUrl,
    colorScheme: colours,
    locale: language,
    timezoneId: 'Europe/Madrid',
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
    storageState: { cookies, origins: [] },
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
