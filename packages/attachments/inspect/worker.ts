import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { acceptFile } from '../accept-file.js'
import type { Inspected, InspectionAnswer, InspectionJob } from './messages.js'

// On Linux it is this thread's alone: requests go before files.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// Hashing and copying ten megabytes takes tens of milliseconds, in which a serving thread would answer nobody.
parentPort?.on('message', (job: InspectionJob) => parentPort?.postMessage(answerTo(job)))

function answerTo({ id, from, to }: InspectionJob): InspectionAnswer {
  try {
    return { id, inspected: inspect(from, to) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

function inspect(from: string, to: string): Inspected {
  const sent = readFileSync(from)
  const checked = acceptFile(sent)
  if (!checked.ok) return checked
  const { bytes, ...file } = checked.file
  writeFileSync(to, bytes, { mode: 0o600 })
  return { ok: true, file: { ...file, sha256: sha256(bytes), bytes: bytes.length, sentSha256: sha256(sent) } }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
