import { fileURLToPath } from 'node:url'
import { openPagePool } from '@ecmr/ocr'
import { page } from '../obedient-pool.js'
import type { Order } from './order.js'

// Renders the page that its argument orders, and ends as soon as nothing keeps it alive.
const order: Order = JSON.parse(process.argv[2] ?? '')
const pool = openPagePool({
  processes: 1,
  log: { warn: () => undefined },
  entry: fileURLToPath(new URL('./obedient.js', import.meta.url)),
})
const { signal } = new AbortController()
const seen = await pool.renderPicture(page(order), { companyId: 'one', signal })
if (seen.ok) process.stdout.write(String(seen.picture.width))
