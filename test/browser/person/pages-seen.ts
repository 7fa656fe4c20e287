import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import type { Test } from 'tap'
import { accessibilityFaults } from '../../support/accessibility.js'

const LARGEST_PAGE = 60_000
/** A directory for pictures of every page; none are taken unless it is set. */
const PICTURES = process.env.PERSON_SCREENSHOTS

interface Seen {
  readonly page: string
  readonly bytes: number
}

/** Checks each page visited: its accessibility and its size. */
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
      const text = await page.locator('body').innerText()
      t.notMatch(
        text,
        /\bundefined\b|\[object Object\]|\bNaN\b/,
        `${name} says everything that it has to say`,
      )
      const bytes = (await last?.body())?.length ?? 0
      seen.push({ page: name, bytes })
      t.ok(bytes > 0 && bytes < LARGEST_PAGE, `${name} has ${bytes} bytes`)
      if (PICTURES === undefined) return
      const nth = String(seen.length).padStart(2, '0')
      await page.screenshot({ path: join(PICTURES, `${options.name}-${nth}-${name}.png`), fullPage: true })
    },
    table: () => seen.map(({ page, bytes }) => `${page}: ${bytes} bytes`),
  }
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400
}
