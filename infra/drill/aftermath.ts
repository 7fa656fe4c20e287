import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../harness/child.js'
import type { Customers, Tally } from './customers.js'
import type { Receiver } from './receiver.js'

/** What the operator's commands are run with. */
export type Environment = Readonly<Record<string, string>>

const LATE_DELIVERIES_MS = 120_000

/** What is left after a drill. */
export interface Aftermath {
  readonly rounds: number
  readonly tally: Tally
  /** facts that the subscriber was never told */
  readonly missing: number
  readonly duplicates: { readonly sameId: number; readonly otherId: number }
  readonly audit: boolean
  readonly replay: boolean
}

/** Registers a receiver for the events that the customers cause. */
export async function subscribe(url: string, key: string, receiver: string): Promise<void> {
  const answer = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ url: receiver, events: ['ecmr.created', 'ecmr.signed'] }),
  })
  if (answer.status !== 201) throw new Error(`webhook not registered: ${await answer.text()}`)
}

/** Waits for late deliveries for up to two minutes, then counts what was never announced. */
export async function missingWebhooks(receiver: Receiver, customers: Customers): Promise<number> {
  const deadline = Date.now() + LATE_DELIVERIES_MS
  for (;;) {
    const missing = customers.facts().filter((fact) => !receiver.announced(fact))
    if (missing.length === 0 || Date.now() > deadline) return missing.length
    await delay(200)
  }
}

/** Runs a command of the operator's and returns what it printed. */
export async function ecmr(environment: Environment, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['services/cli/dist/main.js', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  })
  return stdout.trim()
}

/** Runs a command of the operator's that checks something; shows what it says. */
export async function holds(environment: Environment, ...args: string[]): Promise<boolean> {
  return ecmr(environment, ...args).then(
    (output) => {
      console.log(output)
      return true
    },
    (error: { stdout?: string; stderr?: string }) => {
      console.error(error.stdout, error.stderr)
      return false
    },
  )
}

/** Prints the counts; true when nothing is wrong. */
export function report({ rounds, tally, missing, duplicates, audit, replay }: Aftermath): boolean {
  console.log(`
rounds of SIGKILL                         ${rounds}
acknowledged commands                     ${tally.acknowledged}
acknowledged and lost                     ${tally.lost}
acknowledged and different                ${tally.different}
notes written twice for one command       ${tally.twice}
unanswered, repeated with the same key    ${tally.repeated}
events never announced to the webhook     ${missing}
webhook repeats with the same webhook-id  ${duplicates.sameId}
webhook repeats under another id          ${duplicates.otherId}
audit verify                              ${audit ? 'sound' : 'BROKEN'}
read models equal a fresh replay          ${replay ? 'yes' : 'NO'}`)
  const faults = tally.lost + tally.different + tally.twice + missing + duplicates.otherId
  return faults === 0 && audit && replay
}
