import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { ecmr, newCompany, verified } from '../../harness/operator.js'
import { accepted, bodyOf, exampleNote, send } from '../../harness/requests.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { startCast } from '../small-production.js'
import { filesNaming, tablesNaming } from './leftovers.js'

const NAME = 'Zoraida Quintanilla'
/** Of so many notes documents are issued, and of so many a proof is kept. */
const DOCUMENTS = 20
const PROOFS = 3
const SIDE_BY_SIDE = 8
/** Events that others record meanwhile, a second. */
const LOAD = 200
const MOST_S = 60
const MOST_TRIES = 10

const note = Type.Object({ id: Type.String(), ecmr_number: Type.String() })
type Note = { readonly id: string; readonly ecmr_number: string }

/**
 * A person who is named in a thousand notes is erased from all of them while others record events. It is measured how long any
 * answer still names the person, and looked for the name in all tables, files and logs. The log, the read models and the proofs
 * of before have to hold.
 */
export async function erasure({ rounds: notes = 1_000 }: { readonly rounds?: number }): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const [dataDir, key] = [join(directory, 'data'), join(directory, 'evidence.pem')]
  await mkdir(dataDir)
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const cast = await startCast(
    directory,
    { eventStore: 'postgres', services: ['api', 'projector', 'relay', 'notifier'] },
    { DATA_DIR: dataDir, EVIDENCE_KEY_FILE: key, SITE_URL: 'https://drill.example' },
  )
  const stopLoad = new AbortController()
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const customer = { url: cast.apis[0] ?? '', key: (await newCompany(cast.environment, 'Drill')).key }
    const named = await writeNotes(customer, notes)
    const proofs = await keepProofs(customer, named.slice(0, PROOFS), directory)
    const load = keepWriting(customer, stopLoad.signal)
    const asked = performance.now()
    const erase = ['privacy', 'erase', '--person', NAME, '--reason', 'asked for', '--yes', '--json']
    const { notes: results } = JSON.parse(await ecmr(cast.environment, ...erase))
    const said = (performance.now() - asked) / 1_000
    const goneAfter = await untilUnnamed(customer, named)
    await untilCarriedOut(cast.environment)
    const done = (performance.now() - asked) / 1_000
    stopLoad.abort()
    const others = await load
    const left = [
      ...(await tablesNaming(cast.databaseUrl, NAME)),
      ...(await filesNaming([dataDir, join(directory, 'nats')], NAME)),
      ...cast.players
        .filter(({ child }) => child.output().includes(NAME))
        .map(({ role }) => `log of ${role}`),
    ]
    const { audit, replay } = await verified(cast.environment)
    const broken = await brokenProofs(cast.environment, proofs)
    const erased = results.filter(({ outcome }: { outcome: string }) => outcome === 'erased').length
    console.log(`${erased} of ${notes} notes erased by one command in ${said.toFixed(1)} s, ${others} other notes written meanwhile
gone from every answer ${goneAfter.toFixed(1)} s after the command ended, all copies removed after ${done.toFixed(1)} s
places that still name the person: ${left.length}${left.map((place) => `\n  ${place}`).join('')}
proofs of before that do not hold: ${broken}`)
    return erased === notes && goneAfter < MOST_S && left.length === 0 && audit && replay && broken === 0
  } finally {
    stopLoad.abort()
    await cast.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

interface Customer {
  readonly url: string
  readonly key: string
}

async function writeNotes({ url, key }: Customer, count: number): Promise<readonly Note[]> {
  const written: Note[] = []
  const body = { ...exampleNote, driver_name: NAME, notes: `Ring ${NAME} before unloading` }
  const write = async (): Promise<void> => {
    while (written.length < count) {
      const place = written.push({ id: '', ecmr_number: '' }) - 1
      const made = await accepted(await send(`${url}/api/ecmrs`, key, { body }), note)
      written[place] = { id: made.id, ecmr_number: made.ecmr_number }
      const issued =
        place < DOCUMENTS && (await send(`${url}/api/ecmrs/${made.id}/documents`, key, { body: {} }))
      if (issued && !issued.ok) throw new Error(`a document was answered ${issued.status}`)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, write))
  return written
}

async function keepProofs(
  { url, key }: Customer,
  notes: readonly Note[],
  directory: string,
): Promise<readonly string[]> {
  const files: string[] = []
  for (const { id } of notes) {
    const ask = (): Promise<Response> => send(`${url}/api/ecmrs/${id}/proof`, key)
    let answer = await ask()
    // The tree may be a moment behind.
    for (let tries = 0; answer.status === 503 && tries < MOST_TRIES; tries++) answer = await ask()
    if (!answer.ok) throw new Error(`a proof was answered ${answer.status}: ${await answer.text()}`)
    const file = join(directory, `${id}.zip`)
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    files.push(file)
  }
  return files
}

/** Writes notes of others until the signal aborts; how many. */
async function keepWriting({ url, key }: Customer, signal: AbortSignal): Promise<number> {
  let written = 0
  const pace = (SIDE_BY_SIDE * 1_000) / LOAD
  const write = async (): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now()
      const answer = await send(`${url}/api/ecmrs`, key, { body: exampleNote, idempotencyKey: randomUUID() })
      if (!answer.ok) throw new Error(`a note was answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      written++
      await delay(Math.max(0, pace - (performance.now() - began)))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, write))
  return written
}

/** Seconds until no answer about any of the notes names the person. */
async function untilUnnamed(customer: Customer, notes: readonly Note[]): Promise<number> {
  const began = performance.now()
  let rest = notes
  while (rest.length > 0 && performance.now() - began < 2 * MOST_S * 1_000) {
    const naming: Note[] = []
    for (const one of rest) if (await isNamed(customer, one)) naming.push(one)
    rest = naming
  }
  return (performance.now() - began) / 1_000
}

async function isNamed({ url, key }: Customer, { id, ecmr_number: number }: Note): Promise<boolean> {
  const paths = [`ecmrs/${id}`, `ecmrs/${id}/events`, `ecmrs?search=${number}`, `tracking/${number}`]
  const answers = await Promise.all(paths.map((path) => send(`${url}/api/${path}`, key)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  return texts.some((text) => text.includes(NAME))
}

const status = Type.Object({ under_way: Type.Integer() })

async function untilCarriedOut(environment: Parameters<typeof ecmr>[0]): Promise<void> {
  const underWay = async (): Promise<number> => {
    const said = new Response(await ecmr(environment, 'privacy', 'status', '--json'))
    return (await bodyOf(said, status)).under_way
  }
  while ((await underWay()) > 0) await delay(1_000)
}

async function brokenProofs(
  environment: Parameters<typeof ecmr>[0],
  files: readonly string[],
): Promise<number> {
  let broken = 0
  for (const file of files)
    await ecmr(environment, 'proof', 'verify', file).catch((error: unknown) => {
      console.error(String(error))
      broken++
    })
  return broken
}
