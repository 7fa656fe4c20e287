import { createHash } from 'node:crypto'
import type { DocumentLanguage } from '@ecmr/domain'
import type { PanelContext } from '../../context.js'
import { driverTexts } from './texts.js'

/** What a page loads, each with its version in the address. */
const FILES = [
  ...['icon.svg', 'icon-192.png', 'panel.css', 'dark.css', 'tracking.css', 'driver.css'],
  ...['driver.js', 'driver-list.js'],
]
/** What scripts import from each other, without one. */
const IMPORTED = ['queue', 'clock', 'sender', 'store', 'view', 'offline', 'photograph', 'entries', 'elements']

/** The worker’s script: it changes with any of the files, so that browsers fetch all of them anew. */
export function workerScript({ asset }: Pick<PanelContext, 'asset'>): string {
  const imported = IMPORTED.map((name) => asset(`driver-${name}.js`))
  const named = FILES.map(asset)
  const worker = asset('driver-worker.js')
  const version = createHash('sha256')
    .update(JSON.stringify([named, imported, worker]))
    .digest('base64url')
    .slice(0, 12)
  const files = [...named, ...imported.map((address) => address.replace(/\?.*/, ''))]
  return `import { serve } from ${JSON.stringify(worker)}\nserve(self, ${JSON.stringify({ version, files })})\n`
}

/** By this browsers install the page like a program: it begins with the notes that were opened on the telephone. */
export function manifest({ asset }: Pick<PanelContext, 'asset'>, language: DocumentLanguage): object {
  const icon = (side: number) => ({
    ...{ src: asset(`icon-${side}.png`), sizes: `${side}x${side}`, type: 'image/png' },
  })
  return {
    ...{ id: '/c/', start_url: '/c/', scope: '/c/', display: 'standalone', lang: language },
    ...{ name: driverTexts[language].mine, short_name: 'eCMR' },
    ...{ background_color: '#f5f7f9', theme_color: '#12507b' },
    icons: [icon(192), icon(512), { src: asset('icon.svg'), sizes: 'any', type: 'image/svg+xml' }],
  }
}
