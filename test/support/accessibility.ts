import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Runs in the page, so it is given as text: what comes back has to be text as well.
const FAULTS = `(async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target, html }) => [id, help, target.join(' '), html].join(' | ')))
    .join('\\n')
})()`

/** What axe finds to be serious or critical on a page once it has loaded, a line each. The page's scripts must be on. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState()
  await page.evaluate(axe)
  const found = String(await page.evaluate(FAULTS))
  return found === '' ? [] : found.split('\n').map((line) => `${page.url()} ${line}`)
}
