import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { openPool } from '@ecmr/postgres'
import { openObjectStorage } from '@ecmr/storage'
import { newScratchDirectory } from '../../harness/servers.js'
import { compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { download } from '../harness/download.js'

/** Each is asked for a few times a second, and less often than it may be. */
const DOCUMENTS = 1_000
const KILOBYTES = 100

// A document at its public address, with all that a download goes through, against Fastify sending the same file: as a stream, as it does
// by itself, and from memory.
export const inspection: Row = async (bench) => {
  const url = await bench.database('bench_inspection')
  await bench.key(url, 'Bench of inspections')
  const directory = await newScratchDirectory('bench-documents')
  const file = randomBytes(KILOBYTES * 1_000)
  const objects = `${directory}/objects`
  const sha256 = await openObjectStorage({ kind: 'local', directory: objects }).put(file)
  const paths = await publish(url, { sha256, bytes: file.length })
  const service = await bench.documents(url, directory)
  const path = `${objects}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
  const lines: Line[] = []
  for (const from of ['disk', 'memory']) {
    const baseline = await bench.baseline('send-file', url, { FILE: path, FROM: from })
    const load = { connections: 16, seconds: bench.seconds / 2, paths }
    const rates = await inTurn(bench, {
      baseline: () => download({ ...load, url: baseline.url }),
      ours: () => download({ ...load, url: service.url }),
    })
    await baseline.stop()
    const what = `document of ${KILOBYTES} KB at its public address; Fastify from ${from}`
    lines.push(compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 0.7 } }))
  }
  await service.stop()
  await rm(directory, { recursive: true, force: true })
  return lines
}

/** Writes what projections and links hold of so many documents; returns their paths. */
async function publish(
  url: string,
  file: { readonly sha256: string; readonly bytes: number },
): Promise<readonly string[]> {
  const pool = openPool({ url, max: 1, name: 'bench inspection' })
  const all = Array.from({ length: DOCUMENTS }, () => {
    const [id, token] = [randomUUID(), randomBytes(32)]
    const hash = createHash('sha256').update(token).digest('hex')
    return {
      id,
      hash,
      path: `/d/${token.toString('base64url')}`,
      versions: [{ document_id: id, version: 1, ...file }],
    }
  })
  const rows = JSON.stringify(all)
  await pool.query(
    `insert into rm_documents.notes (ecmr_id, company_id, ecmr_number, documents, document_ids)
     select id, 'bench', id, versions, array[id] from json_to_recordset($1) as r (id uuid, versions json)`,
    [rows],
  )
  await pool.query(
    `insert into documents.links (link_id, token_hash, sealed_token, document_id, company_id, purpose)
     select id, decode(hash, 'hex'), '', id, 'bench', 'inspection' from json_to_recordset($1) as r (id uuid, hash text)`,
    [rows],
  )
  await pool.query('analyze rm_documents.notes, documents.links')
  await pool.end()
  return all.map(({ path }) => path)
}
