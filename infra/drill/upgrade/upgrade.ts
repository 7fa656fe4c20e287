import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Child, measured, untilReady } from '../../harness/child.js'
import { checked, ecmrOf, newCompany, verified } from '../../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { missingWebhooks, report } from '../after-kills.js'
import { announcedEvents } from '../announcements.js'
import { Customers } from '../customers.js'
import { newCertificate, startReceiver, subscribe } from '../receiver.js'
import {
  type Cast,
  type Casting,
  type Player,
  type Release,
  type Role,
  startCast,
} from '../small-production.js'
import { untilWorked } from '../until.js'
import { type LastRelease, lastRelease } from './last-release.js'
import { refusals } from './refusals.js'
import { startVisitors } from './visitors.js'

/** Two of each, in the order in which docs/operations.md has them replaced: who reads events before who writes them. */
const ORDER: readonly Role[] = ['notifier', 'relay', 'projector', 'panel', 'api', 'mcp']
const CASTING: Casting = { eventStore: 'eventstoredb', services: ORDER.flatMap((role) => [role, role]) }
/** What writes events. */
const WRITERS: readonly Role[] = ['panel', 'api']
/** Read models whose rows a release makes otherwise than the one before: CHANGELOG names them. */
const MADE_ANEW = ['list', 'tracking']
const PAGES: Readonly<Partial<Record<Role, string>>> = {
  panel: '/entrar',
  mcp: '/.well-known/oauth-protected-resource/mcp',
}

const CUSTOMERS = 4
const REST_MS = 200
/** Work that is done with each new mixture of releases. */
const COMMANDS = 30
const LOOK_EVERY_MS = 50
/** A process that can work with the tables says so sooner. */
const UNREADY_AFTER_MS = 15_000

const thisRelease: Release = { checkout: measured }
const nextRelease: Release = {
  checkout: measured,
  node: ['--import', fileURLToPath(new URL('next-release.js', import.meta.url))],
}

/**
 * Starts the release before, two of each process, and replaces them by this one while customers go on working; then a process of the
 * release before is tried on the new tables. At last all are replaced by a next release, which has a migration more in every schema,
 * and back again by this one. Nothing that was acknowledged may be lost, every webhook must arrive, and only a process that is being
 * replaced may refuse work.
 */
export async function upgrade({ previous }: { readonly previous?: string }): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  let last: LastRelease | undefined
  try {
    last = await lastRelease(previous, directory)
    return await upgradeFrom(last, directory)
  } finally {
    await last?.remove()
    await rm(directory, { recursive: true, force: true })
  }
}

async function upgradeFrom(last: LastRelease, directory: string): Promise<boolean> {
  const certificate = await newCertificate(directory)
  const receiver = await startReceiver(certificate)
  const extra = {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate.file,
    SITE_URL: 'https://notes.example.com',
  }
  const cast = await startCast(directory, CASTING, extra, last)
  const stage = new Stage(cast)
  try {
    console.log(`${last.name}: two of each process are ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill', 'enterprise', ecmrOf(last.checkout))
    await subscribe(cast.apis[0] ?? '', key, { url: receiver.url, events: announcedEvents })
    const customers = stage.work(key)
    const endVisits = startVisitors(pagesOf(cast), stage.refusals.take)
    await untilWorked(customers, COMMANDS)

    await stage.replaceAll('this release', thisRelease, last.isLeftForGood)
    for (const readModel of MADE_ANEW) await checked(cast.environment, 'projections', 'rebuild', readModel)
    const isBack = await stage.tryBack(last)
    console.log(`${last.name} on the tables of this release: ${isBack ? 'works' : 'stays unready'}`)
    await stage.replaceAll('a next release', nextRelease)
    await stage.replaceAll('back by one step', thisRelease)

    await endVisits()
    await customers.stop()
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    const sound = await verified(cast.environment)
    const done = ['processes replaced', stage.replaced] as const
    const isSound = report({ done, tally, missing, duplicates: receiver.duplicates(), ...sound })
    return reportRefusals(stage) && reportWayBack(last, isBack) && isSound
  } finally {
    await stage.stop()
    await receiver.close()
  }
}

function pagesOf({ players }: Cast): readonly string[] {
  return players.flatMap(({ role, child }) => {
    const page = PAGES[role]
    return page === undefined ? [] : [child.url + page]
  })
}

/** The processes on whose places releases take turns. */
class Stage {
  readonly refusals = refusals()
  replaced = 0
  readonly #cast: Cast
  readonly #running: Map<Player, Child>
  #customers: Customers | undefined

  constructor(cast: Cast) {
    this.#cast = cast
    this.#running = new Map(cast.players.map((player) => [player, player.child]))
  }

  work(key: string): Customers {
    const customers = new Customers(this.#cast.apis, key, REST_MS, this.refusals.take)
    customers.start(CUSTOMERS)
    this.#customers = customers
    return customers
  }

  /**
   * Replaces every process, one after the other.
   *
   * @param writersTogether those that write events are all stopped before the first of them is started again
   */
  async replaceAll(name: string, release: Release, writersTogether = false): Promise<void> {
    for (const group of this.#groups(writersTogether)) {
      const took = await this.#replace(group, release)
      await this.#working()
      const names = group.map(({ child }) => child.name).join(', ')
      console.log(
        `${name}: ${names} replaced within ${took} ms; ${this.#customers?.acknowledged} commands acknowledged`,
      )
    }
  }

  #groups(writersTogether: boolean): readonly (readonly Player[])[] {
    const { players } = this.#cast
    const together = writersTogether ? players.filter(({ role }) => WRITERS.includes(role)) : []
    const [first] = together
    return players.flatMap((player) => {
      if (player === first) return [together]
      return together.includes(player) ? [] : [[player]]
    })
  }

  /** @returns how long none of them worked, in milliseconds */
  async #replace(players: readonly Player[], release: Release): Promise<number> {
    const began = performance.now()
    const ends = players.map(({ child }) => this.refusals.excuse(child.url))
    await Promise.all(players.map((player) => this.#running.get(player)?.stop()))
    const next: Child[] = []
    for (const player of players) {
      const child = await player.from(release)
      this.#running.set(player, child)
      child.start()
      next.push(child)
    }
    await untilReady(next)
    for (const end of ends) end()
    this.replaced += players.length
    return Math.round(performance.now() - began)
  }

  /** Whether a process of a release before works with the tables of this one; this release's takes its place again. */
  async tryBack(release: Release): Promise<boolean> {
    const player = this.#cast.players.find(({ role }) => role === 'notifier')
    if (player === undefined) return false
    await this.#running.get(player)?.stop()
    const former = await player.from(release)
    this.#running.set(player, former)
    former.start()
    const isReady = await becomesReady(former)
    if (isReady) await this.#working()
    await this.#replace([player], thisRelease)
    return isReady
  }

  async #working(): Promise<void> {
    if (this.#customers) await untilWorked(this.#customers, COMMANDS)
  }

  async stop(): Promise<void> {
    await this.#customers?.stop().catch(() => undefined)
    await Promise.all([...this.#running.values()].map((child) => child.stop()))
    await this.#cast.stop()
  }
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

function reportRefusals({ refusals }: Stage): boolean {
  console.log(`refused by a process being replaced       ${refusals.excused()}`)
  console.log(`refused by any other, or answered 5xx     ${refusals.others()}`)
  for (const one of refusals.named()) console.log(`  ${one}`)
  return refusals.others() === 0
}

/** What cannot be undone stands in CHANGELOG. */
function reportWayBack({ name, isLeftForGood }: LastRelease, isBack: boolean): boolean {
  const isTold = isBack !== isLeftForGood
  const words = isBack ? 'yes' : 'no'
  console.log(
    `back to ${name}${' '.repeat(Math.max(1, 34 - name.length))}${words}, ${isTold ? 'as' : 'NOT AS'} CHANGELOG.md says`,
  )
  console.log('back by one step from a next release      yes')
  return isTold
}
