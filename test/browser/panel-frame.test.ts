import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

for (const device of ['phone', 'desktop'] as const)
  for (const colours of ['light', 'dark'] as const)
    testInChromium(`the welcome page is accessible on a ${device} in ${colours} colours`, async ({ t, open }) => {
      const page = await open({ device, colours })
      await page.goto('/')
      t.same(await accessibilityFaults(page), [])
    })
