import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import type { Test } from 'tap'
import { accessibilityFaults } from '../../support/accessibility.js'

const LARGEST_PAGE = 100_000
const SLOWEST_MS = 100
const VISITS = 5
const ROUNDS = 10
/** A directory for pictures of every page; none are taken unless it is set. */
const PICTURES = process.env.PERSON_SCREENSHOTS

interface Seen {
  readonly page: string
  readonly bytes: number
  /** from the last byte of the question to the first of the answer, the median of a few; absent where a page cannot be asked for again */
  readonly ms: number | undefined
}

/** Checks each page visited: its accessibility, its size, and how long it takes. */
export interface PagesSeen {
  /** looks at the page as it stands, under a name for pictures and figures */
  look(name: string): Promise<void>
  /** what was measured, as lines of a table */
  table(): readonly string[]
}

/** @param options.name of the pictures' beginning */
export function seePages(
  t: Test,
  page: Page,
  options: { readonly name: string; readonly scripts: boolean },
): PagesSeen {
  const seen: Seen[] = []
  let last: Response | undefined
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && !isRedirect(response)) last = response
  })
  return {
    async look(name) {
      if (options.scripts) t.same(await accessibilityFaults(page), [], `${name} is accessible`)
      const bytes = (await last?.body())?.length ?? 0
      const ms = last?.request().method() === 'GET' ? await fastestOf(page) : undefined
      seen.push({ page: name, bytes, ms })
      t.ok(bytes > 0 && bytes < LARGEST_PAGE, `${name} has ${bytes} bytes`)
      if (ms !== undefined) t.ok(ms < SLOWEST_MS, `${name} takes the server ${ms.toFixed(1)} ms`)
      if (PICTURES === undefined) return
      const nth = String(seen.length).padStart(2, '0')
      await page.screenshot({ path: join(PICTURES, `${options.name}-${nth}-${name}.png`), fullPage: true })
    },
    table: () => seen.map(({ page, bytes, ms }) => `${page}: ${bytes} bytes, ${ms?.toFixed(1) ?? '-'} ms`),
  }
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400
}

/** How long the server takes for the page, milliseconds; when others keep the machine busy, in the quietest of a few rounds. */
async function fastestOf(page: Page): Promise<number> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 1; round <= ROUNDS && fastest >= SLOWEST_MS; round++)
    fastest = Math.min(fastest, await medianOf(page.url(), { cookie }))
  return fastest
}

/** Asked beside the browser, as the same person. */
async function medianOf(url: string, headers: { readonly cookie: string }): Promise<number> {
  const taken: number[] = []
  for (let visit = 1; visit <= VISITS; visit++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    taken.push(performance.now() - began)
    await answer.arrayBuffer()
  }
  return taken.sort((one, other) => one - other)[Math.floor(VISITS / 2)] ?? Number.POSITIVE_INFINITY
}
