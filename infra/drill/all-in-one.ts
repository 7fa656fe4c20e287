import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, root } from '../harness/child.js'
import { Customers, type Tally } from './customers.js'
import { type Receiver, startReceiver } from './receiver.js'
import { Service } from './service.js'

const LOAD_MS = { least: 400, most: 2_000 }

/**
 * Kills the service under load and looks at what is left: every acknowledged note must be there as it was
 * acknowledged, no command may be there twice or in half, every event must reach the webhook receiver, the log must
 * verify, and the read models must equal a fresh replay.
 */
export async function allInOne({ rounds }: { readonly rounds: number }): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecmr-drill-'))
  const receiver = await startReceiver()
  const service = new Service(dataDir, await freePort())
  try {
    const key = await service.firstStart()
    await subscribe(service.url, key, receiver.url)
    const customers = new Customers(service.url, key)
    for (let round = 1; round <= rounds; round++) {
      customers.start(32)
      await pause(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least))
      await service.kill({ withPostgres: round % 2 === 0 })
      await customers.stop()
      const downFor = await service.start()
      console.log(`round ${round}: ${customers.acknowledged} acknowledged so far, back after ${downFor} ms`)
    }
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    await service.stop()
    const audit = await ecmr(dataDir, 'audit', 'verify')
    const replay = await ecmr(dataDir, 'projections', 'verify', 'all')
    return report({ rounds, tally, missing, duplicates: receiver.duplicates(), audit, replay })
  } finally {
    await service.stop()
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function subscribe(url: string, key: string, receiver: string): Promise<void> {
  const answer = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ url: receiver, events: ['ecmr.created', 'ecmr.signed'] }),
  })
  if (answer.status !== 201) throw new Error(`webhook not registered: ${await answer.text()}`)
}

/** Waits for late deliveries for up to two minutes, then counts the notes whose creation was never announced. */
async function missingWebhooks(receiver: Receiver, customers: Customers): Promise<number> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const missing = customers.ids().filter((id) => !receiver.announced(id))
    if (missing.length === 0 || Date.now() > deadline) return missing.length
    await pause(200)
  }
}

async function ecmr(dataDir: string, ...args: string[]): Promise<boolean> {
  const run = promisify(execFile)(process.execPath, ['services/cli/dist/main.js', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 1 << 26,
  })
  return run.then(
    ({ stdout }) => {
      console.log(stdout.trim())
      return true
    },
    (error: { stdout?: string; stderr?: string }) => {
      console.error(error.stdout, error.stderr)
      return false
    },
  )
}

function report(result: {
  readonly rounds: number
  readonly tally: Tally
  readonly missing: number
  readonly duplicates: { readonly sameId: number; readonly otherId: number }
  readonly audit: boolean
  readonly replay: boolean
}): boolean {
  const { tally } = result
  console.log(`
rounds of SIGKILL                         ${result.rounds}
acknowledged commands                     ${tally.acknowledged}
acknowledged and lost                     ${tally.lost}
acknowledged and different                ${tally.different}
notes written twice for one command       ${tally.twice}
unanswered, repeated with the same key    ${tally.repeated}
notes never announced to the webhook      ${result.missing}
webhook repeats with the same webhook-id  ${result.duplicates.sameId}
webhook repeats under another id          ${result.duplicates.otherId}
audit verify                              ${result.audit ? 'sound' : 'BROKEN'}
read models equal a fresh replay          ${result.replay ? 'yes' : 'NO'}`)
  const faults = tally.lost + tally.different + tally.twice + result.missing + result.duplicates.otherId
  return faults === 0 && result.audit && result.replay
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
