import { randomBytes } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Type } from '@sinclair/typebox'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import type { Uploads } from './uploads.js'

// Files are made and sent in a thread of its own, after everything else: elsewhere senders have machines of their own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const MOST_PER_NOTE = 50
const note = Type.Object({ id: Type.String() })

const { url, keys, files, bytes, atOnceEach }: Uploads = workerData

const head = Buffer.from(
  // Start; a quantisation table of ones; the frame, one component; the scan (ITU T.81, annex B).
  `ffd8ffdb004300${'01'.repeat(64)}ffc0000b080bb80fa001011100ffda0008010100003f00`,
  'hex',
)
/** Differs from file to file, within what stands for the pixels. */
const DIFFERENT_BYTES = 16
/** 4,000 x 3,000 pixels by its headers, and noise. */
const photograph = Buffer.concat([head, noise(bytes - head.length - 2), Buffer.from('ffd9', 'hex')])

const began = performance.now()
await Promise.all(keys.map((key) => uploadAll(key, files / keys.length)))
parentPort?.postMessage((performance.now() - began) / 1_000)

async function uploadAll(key: string, count: number): Promise<void> {
  const notes: string[] = []
  while (notes.length * MOST_PER_NOTE < count)
    notes.push((await accepted(await send(`${url}/api/ecmrs`, key, { body: exampleNote }), note)).id)
  let next = 0
  const sender = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await upload(key, notes[n % notes.length] ?? '')
  }
  await Promise.all(Array.from({ length: atOnceEach }, sender))
}

async function upload(key: string, id: string): Promise<void> {
  const body = new FormData()
  body.set('kind', 'load_photo')
  body.set('file', file(), 'load.jpg')
  const headers = { 'x-api-key': key }
  const answer = await fetch(`${url}/api/ecmrs/${id}/attachments`, { method: 'POST', body, headers })
  if (answer.status !== 201)
    throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Another file every time. A Blob keeps a copy. */
function file(): Blob {
  photograph.set(noise(DIFFERENT_BYTES), head.length)
  return new Blob([new Uint8Array(photograph)])
}

/** 0xff would begin a marker. */
function noise(length: number): Uint8Array {
  return randomBytes(length).map((byte) => (byte === 0xff ? 0xfe : byte))
}
