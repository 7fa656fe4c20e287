import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectEmbedded, openPool } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { freePort, untilReady } from '../../harness/child.js'
import type { Environment } from '../../harness/operator.js'
import { bodyOf, exampleNote, exampleSignature, send } from '../../harness/requests.js'
import { newScratchDirectory, standIn } from '../../harness/servers.js'
import { announcedEvents, type Receiver, startReceiver, subscribe } from '../receiver.js'
import { newService, type Service } from '../service.js'
import { type Copies, databaseCopies, journalCopies } from './copies.js'

export type Kind = 'postgres' | 'eventstoredb'

/** An installation with a customer that is notified of every event, and copies of it. */
export interface Stage {
  readonly service: Service
  readonly metrics: string
  readonly key: string
  readonly receiver: Receiver
  readonly copies: Copies
  readonly directory: string
  /** where the log is */
  readonly log: { readonly kind: Kind; readonly url: string }
  /** the configuration, for the operator's commands */
  readonly environment: Environment
  close(): Promise<void>
}

/** Sets an installation up whose log is in PostgreSQL, or in a stand-in for EventStoreDB. */
export async function setUp(kind: Kind): Promise<Stage> {
  const directory = await newScratchDirectory('drill')
  const dataDir = join(directory, 'data')
  const file = join(directory, 'events')
  const store = kind === 'eventstoredb' ? await standIn(file) : undefined
  const startStore = async (): Promise<void> => {
    store?.start()
    await untilReady(store ? [store] : [])
  }
  await startStore()
  const metricsPort = await freePort()
  const settings = {
    METRICS_PORT: String(metricsPort),
    EVENT_STORE: kind,
    ...(store && { EVENTSTOREDB_URL: store.url }),
  }
  const service = await newService(dataDir, settings)
  const receiver = await startReceiver()
  const key = await service.firstStart()
  await subscribe(service.url, key, { url: receiver.url, events: announcedEvents })
  const database = await connectEmbedded(dataDir)
  const pool = openPool({ url: database.url, max: 2, name: 'drill', onError: () => undefined })
  return {
    service,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    key,
    receiver,
    directory,
    copies: store
      ? journalCopies(pool, { file, stop: () => store.stop(), start: startStore })
      : databaseCopies(pool),
    log: { kind, url: store?.url ?? database.url },
    environment: { ...settings, DATA_DIR: dataDir },
    async close() {
      await service.stop()
      await pool.end()
      await database.stop()
      await store?.stop()
      await receiver.close()
    },
  }
}

const made = Type.Object({ id: Type.String() })
const PAUSE_MS = 20

/** A little load: notes that are created, and every other one signed, until it is stopped. */
export class Trickle {
  #ended: Promise<void> = Promise.resolve()
  #stopping = new AbortController()
  accepted = 0

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  start(): void {
    this.#stopping = new AbortController()
    this.#ended = this.#work(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const answer = await this.#send('/api/ecmrs', { ...exampleNote, reference: randomUUID() })
      if (answer?.status === 201) {
        this.accepted++
        const { id } = await bodyOf(answer, made)
        if (turn % 2 === 0) await this.#send(`/api/ecmrs/${id}/signatures`, exampleSignature)
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** The log alone counts afterwards: what is refused or gets no answer meanwhile is passed over. */
  #send(path: string, body: object): Promise<Response | undefined> {
    return send(this.url + path, this.key, { body }).catch(() => undefined)
  }
}
