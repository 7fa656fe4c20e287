import { generateKeyPairSync } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newScratchDirectory } from '../../harness/servers.js'
import { compared, inTurn, type Row } from '../harness/bench.js'
import { createsPerSecond } from './creates.js'

// Durable creates at 64 connections while the same process seals the log and makes checkpoints, against one without evidence.
export const createsWithEvidence: Row = async (bench) => {
  const directory = await newScratchDirectory('evidence')
  const file = join(directory, 'key.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const start = async (name: string, env: Readonly<Record<string, string>>) => {
    const database = await bench.database(name)
    const service = await bench.service(database, env)
    return { service, customer: { url: service.url, key: await bench.key(database, 'Bench') } }
  }
  const without = await start('bench_without_evidence', {})
  const sealed = await start('bench_with_evidence', { EVIDENCE_KEY_FILE: file })
  const rates = await inTurn(bench, {
    baseline: () => createsPerSecond(bench, without.customer),
    ours: () => createsPerSecond(bench, sealed.customer),
  })
  for (const { service } of [without, sealed]) await service.stop()
  await rm(directory, { recursive: true })
  const what = 'durable creates, 64 connections, with evidence'
  return [compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 0.98 } })]
}
