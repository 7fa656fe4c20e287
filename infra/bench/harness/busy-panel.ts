import { openPool } from '@ecmr/postgres'
import type { Child } from '../../harness/child.js'
import { newOwner } from '../../harness/operator.js'
import type { Bench } from './bench.js'

const COMPANY = 'Bench of pages'

/** The whole service with a company that has notes in all states, and its owner's browser. */
export interface BusyPanel {
  readonly service: Child
  /** one of its notes */
  readonly note: { readonly id: string; readonly ecmr_number: string }
  /** Opens a page as the owner; its bytes. @throws when it does not answer with 200 */
  open(path: string): Promise<number>
}

/** Starts one, with so many notes. */
export async function busyPanel(bench: Bench, notes: number): Promise<BusyPanel> {
  const url = await bench.database('bench_pages')
  await bench.key(url, COMPANY)
  await bench.seed(url, COMPANY, notes)
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  bench.note(`a company with ${notes.toLocaleString('en')} notes in all states`)
  const service = await bench.service(url)
  const { companyId, cookie } = await newOwner(url, COMPANY)
  return {
    service,
    note: await someNote(url, companyId),
    async open(path) {
      const answer = await fetch(`${service.url}${path}`, { headers: { cookie }, redirect: 'manual' })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return byteLength
    },
  }
}

async function someNote(url: string, companyId: string): Promise<BusyPanel['note']> {
  const pool = openPool({ url, max: 1, name: 'bench pages' })
  try {
    const { rows } = await pool.query<BusyPanel['note']>(
      'select id, ecmr_number from rm_list.notes where company_id = $1 order by id limit 1 offset 500',
      [companyId],
    )
    const [note] = rows
    if (!note) throw new Error('the seeded company has too few notes')
    return note
  } finally {
    await pool.end()
  }
}
