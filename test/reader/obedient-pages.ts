import { type DocumentImage, openPagePool, type PagePool } from '@ecmr/ocr'
import type { Test } from 'tap'
import { program } from '../process-pool/obedient-pool.js'
import type { Order } from '../process-pool/processes/order.js'

/** A page that tells the process what to do with it. */
export function page(order: Order): DocumentImage {
  return { mediaType: 'image/png', bytes: Buffer.from(JSON.stringify(order)), width: 1, height: 1 }
}

/** Has pages looked at; answers with the id of the process that did, or the code of a fault. */
export const askOf =
  (pool: Pick<PagePool, 'renderPicture'>) =>
  async (order: Order, companyId = 'one', { signal } = new AbortController()): Promise<unknown> => {
    const seen = await pool.renderPicture(page(order), { companyId, signal })
    return seen.ok ? seen.picture.width : seen.fault.code
  }

/** A pool of obedient processes that look at pages, and what it has warned of. */
export function obedientPages(t: Test, processes: number) {
  const warnings: object[] = []
  const log = { warn: (fields: object) => void warnings.push(fields) }
  const pool = openPagePool({ processes, log, entry: program('obedient') })
  t.teardown(() => pool.close())
  return { pool, warnings }
}
