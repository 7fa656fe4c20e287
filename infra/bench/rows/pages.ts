import { openPool } from '@ecmr/postgres'
import { newOwner } from '../../harness/operator.js'
import { nextTurn } from '../compare/turns.js'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'

const SLOWEST_MS = 100
const LARGEST_KB = 100
const COMPANY = 'Bench of pages'

// Every page of the panel, one request at a time, as the owner of a company with many notes sees it.
export const pages: Row = async (bench) => {
  const url = await bench.database('bench_pages')
  const notes = bench.quick ? 2_000 : 50_000
  await bench.key(url, COMPANY)
  await bench.seed(url, COMPANY, notes)
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  bench.note(`pages: a company with ${notes.toLocaleString('en')} notes in all states`)
  const service = await bench.service(url)
  const pool = openPool({ url, max: 1, name: 'bench pages' })
  try {
    const { companyId, cookie } = await newOwner(url, COMPANY)
    const note = await someNote(pool, companyId)
    const lines: Line[] = []
    for (const path of pathsFor(note)) lines.push(...(await linesFor(bench, service.url, path, cookie)))
    return lines
  } finally {
    await pool.end()
    await service.stop()
  }
}

type Pool = ReturnType<typeof openPool>

interface Note {
  readonly id: string
  readonly ecmr_number: string
}

async function someNote(pool: Pool, companyId: string): Promise<Note> {
  const { rows } = await pool.query<Note>(
    'select id, ecmr_number from rm_list.notes where company_id = $1 order by id limit 1 offset 500',
    [companyId],
  )
  const [note] = rows
  if (!note) throw new Error('the seeded company has too few notes')
  return note
}

function pathsFor({ id, ecmr_number }: Note): readonly string[] {
  return [
    '/',
    '/ecmrs',
    '/ecmrs?status=in_transit&page=50',
    '/ecmrs?search=sevilla',
    `/ecmrs/${id}`,
    `/ecmrs/${id}/historial`,
    `/ecmrs/${id}/firmar`,
    `/ecmrs/${id}/incidencias`,
    '/ecmrs/nueva',
    `/seguimiento/${ecmr_number}`,
    '/webhooks',
    '/claves',
    '/conectar-ia',
    '/auditoria',
    '/empresa',
    '/empresa/personas',
    '/cuenta',
  ]
}

async function linesFor(bench: Bench, site: string, path: string, cookie: string): Promise<readonly Line[]> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < bench.rounds * 4; round++) {
    await nextTurn()
    const began = performance.now()
    const answer = await fetch(`${site}${path}`, { headers: { cookie }, redirect: 'manual' })
    bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    // The first one compiles the template.
    if (round > 0) times.push(performance.now() - began)
  }
  const name = path.replace(/[0-9a-f-]{36}/, ':id')
  return [
    atMost(SLOWEST_MS, { what: `page ${name}`, unit: 'ms', ours: median(times) }),
    atMost(LARGEST_KB, { what: `page ${name}`, unit: 'KB', ours: bytes / 1_000 }),
  ]
}
