import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@ecmr/runtime'
import { connectEmbedded, openPool } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { untilReady } from '../../harness/child.js'
import { bodyOf, exampleNote, exampleSignature, send } from '../../harness/requests.js'
import { newScratchDirectory, standIn } from '../../harness/servers.js'
import { announcedEvents } from '../announcements.js'
import { startReceiver, subscribe } from '../receiver.js'
import { newService } from '../service.js'
import { databaseCopies, journalCopies } from './copies.js'

export type Kind = 'postgres' | 'eventstoredb'

export type Stage = Awaited<ReturnType<typeof setUp>>

/** An installation with a customer that is notified of every event, and copies of it; its log is in PostgreSQL, or the stand-in. */
export async function setUp(kind: Kind) {
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
    /** where the log is */
    log: { kind, url: store?.url ?? database.url },
    /** the configuration, for the operator's commands */
    environment: { ...settings, DATA_DIR: dataDir },
    async close(): Promise<void> {
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
