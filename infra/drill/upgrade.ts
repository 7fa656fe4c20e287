import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, measured, untilReady } from '../harness/child.js'
import { ecmrOf, newCompany, verified } from '../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../harness/servers.js'
import { missingWebhooks, report } from './after-kills.js'
import { announcedEvents } from './announcements.js'
import { Customers } from './customers.js'
import { newCertificate, startReceiver, subscribe } from './receiver.js'
import { fullCast, type Player, startCast } from './small-production.js'

const CUSTOMERS = 4
const REST_MS = 50
/** Work that is done with each new mixture of releases. */
const COMMANDS = 100
const LOOK_EVERY_MS = 50
const STANDSTILL_MS = 120_000
/** A process that cannot work with the tables says so sooner. */
const UNREADY_AFTER_MS = 20_000

/**
 * Starts the release before, two of each process, and replaces them one by one by this one while customers go on working; then the last
 * one goes back by one step, and forward again. Nothing that was acknowledged may be lost, every webhook must arrive, and only a
 * process that stops may refuse work.
 */
export async function upgrade({ previous }: { readonly previous?: string }): Promise<boolean> {
  const missing = withoutRelease(previous) ?? withoutNats()
  if (missing !== undefined || previous === undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const before = resolve(previous)
  const directory = await newScratchDirectory('drill')
  const certificate = await newCertificate(directory)
  const receiver = await startReceiver(certificate)
  const extra = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: certificate.file }
  const cast = await startCast(directory, fullCast, extra, before)
  const running = new Map<Player, Child>(cast.players.map((player) => [player, player.child]))
  try {
    console.log(`the release before is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill', 'enterprise', ecmrOf(before))
    await subscribe(cast.apis[0] ?? '', key, { url: receiver.url, events: announcedEvents })
    const customers = new Customers(cast.apis, key, REST_MS)
    customers.start(CUSTOMERS)
    await working(customers)
    for (const player of cast.players) {
      await replace(running, player, measured)
      await working(customers)
      console.log(`${player.child.name}: this release; ${customers.acknowledged} commands acknowledged`)
    }
    const last = cast.players.at(-1)
    const isBack = last !== undefined && (await goBack(running, last, before, customers))
    await customers.stop()
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    const sound = await verified(cast.environment)
    const done = ['processes replaced', cast.players.length] as const
    const isSound = report({ done, tally, missing, duplicates: receiver.duplicates(), ...sound })
    console.log(
      `back by one step                          ${isBack ? 'yes' : 'NO: see “Upgrading” in CHANGELOG.md'}`,
    )
    return isSound
  } finally {
    await Promise.all([...running.values()].map((child) => child.stop()))
    await cast.stop()
    await receiver.close()
    await rm(directory, { recursive: true, force: true })
  }
}

function withoutRelease(checkout: string | undefined): string | undefined {
  if (checkout === undefined)
    return 'name a checkout of the release before, built by "npm ci", such as npm run drill -- upgrade ../previous'
  return existsSync(join(checkout, 'services/api/dist/main.js'))
    ? undefined
    : `${checkout} has no services that are built; run "npm ci" there`
}

/** Waits until the customers have got some more work done. */
async function working(customers: Customers): Promise<void> {
  const [began, enough] = [performance.now(), customers.acknowledged + COMMANDS]
  while (customers.acknowledged < enough) {
    if (performance.now() - began > STANDSTILL_MS)
      throw new Error('the customers do not get on with their work')
    await delay(LOOK_EVERY_MS)
  }
}

async function replace(running: Map<Player, Child>, player: Player, checkout: string): Promise<void> {
  await running.get(player)?.stop()
  const next = await player.from(checkout)
  running.set(player, next)
  next.start()
  await untilReady([next])
}

/** Whether a process of the release before works with the tables of this one; this release's takes its place again. */
async function goBack(
  running: Map<Player, Child>,
  player: Player,
  before: string,
  customers: Customers,
): Promise<boolean> {
  await running.get(player)?.stop()
  const former = await player.from(before)
  running.set(player, former)
  former.start()
  const isReady = await becomesReady(former)
  if (isReady) await working(customers)
  await replace(running, player, measured)
  return isReady
}

async function becomesReady(child: Child): Promise<boolean> {
  for (
    const began = performance.now();
    performance.now() - began < UNREADY_AFTER_MS;
    await delay(LOOK_EVERY_MS)
  )
    if (await child.isReady().catch(() => false)) return true
  return false
}
