import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createExample } from '@ecmr/contract'
import { newScratchDirectory } from '../../harness/servers.js'
import { nextTurn } from '../compare/turns.js'
import { atMost, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'
import { timed } from './queries.js'

const EVENTS = 30
const VERIFIER = fileURLToPath(import.meta.resolve('@ecmr/evidence/verifier'))

// The proof of a note with 30 events and two PDFs, from the request to the last byte; and the program in it, started by Node.
export const evidenceBundle: Row = async (bench) => {
  const directory = await newScratchDirectory('bench-bundle')
  const keyFile = `${directory}/log.pem`
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  const url = await bench.database('bench_bundle')
  const key = await bench.key(url, 'Bench of proofs')
  const service = await bench.service(url, { EVIDENCE_KEY_FILE: keyFile })
  const address = await noteWithEvents(service.url, key)
  const [making, verifying]: [number[], number[]] = [[], []]
  let size = 0
  for (let round = 0; round < bench.rounds * 4; round++) {
    await nextTurn()
    const file = `${directory}/proof.zip`
    const download = async (): Promise<void> => writeFile(file, await proofAt(address, key))
    making.push(await timed(download))
    verifying.push(await timed(() => verify(file)))
    size = (await stat(file)).size
  }
  await service.stop()
  await rm(directory, { recursive: true, force: true })
  const remark = `${(size / 1_000).toFixed(0)} KB`
  return [
    atMost(150, {
      ...{ what: `proof of a note with ${EVENTS} events and two PDFs`, unit: 'ms', remark },
      ours: median(making),
    }),
    atMost(1_000, { what: 'verifying it with verify.mjs', unit: 'ms', ours: median(verifying) }),
  ]
}

/** Incidents change no document, so that there are just two. Returns the address of the proof. */
async function noteWithEvents(origin: string, key: string): Promise<string> {
  const call = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/ecmrs${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Object(await answer.json())
  }
  const { id } = await call('', createExample)
  for (const reason of [undefined, 'a clearer copy']) await call(`/${id}/documents`, { reason })
  for (let events = 3; events < EVENTS; events++)
    await call(`/${id}/incidents`, { type: 'delay', description: 'Snow on the pass' })
  return `${origin}/api/ecmrs/${id}/proof`
}

async function verify(file: string): Promise<void> {
  await promisify(execFile)(process.execPath, [VERIFIER, file])
}

async function proofAt(address: string, key: string): Promise<Uint8Array> {
  const answer = await fetch(address, { headers: { 'x-api-key': key } })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}
