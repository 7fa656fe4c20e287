import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { root, startChild } from '../../harness/child.js'
import { close, listen } from '../../harness/listen.js'
import { bodyOf } from '../../harness/requests.js'

const notification = Type.Object({ id: Type.String() })

/** A customer's server on this machine. @param onReceived called with the event of each request, as soon as the whole request has arrived */
export async function startReceiver(onReceived: (eventId: string) => void) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      onReceived(Value.Parse(notification, JSON.parse(Buffer.concat(chunks).toString())).id)
      response.end()
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}/hooks`, stop: () => close(server) }
}

const arrival = Type.Object({
  /** which of the good ones received it */
  endpoint: Type.Number(),
  /** the event it is about */
  event: Type.String(),
  /** its `webhook-id` */
  id: Type.String(),
  /** milliseconds since 1970 */
  at: Type.Number(),
})

/** A request that was received as a whole. */
export type Arrival = Static<typeof arrival>

const lists = Type.Object({
  good: Type.Array(Type.String()),
  failing: Type.Array(Type.String()),
  hanging: Type.Array(Type.String()),
})

export type Receivers = Awaited<ReturnType<typeof startReceivers>>

/** Starts as many customers' servers of each kind in a process of their own, each at a port of its own. */
export async function startReceivers(counts: {
  readonly good: number
  readonly failing?: number
  readonly hanging?: number
}) {
  const { good, failing = 0, hanging = 0 } = counts
  const child = await startChild({
    script: 'infra/dist/bench/harness/receivers-process.js',
    env: { GOOD: String(good), FAILING: String(failing), HANGING: String(hanging) },
    path: '/',
  })
  return {
    /** where those listen that answer 204, that answer 500 and that never answer */
    urls: await bodyOf(await fetch(child.url), lists),
    /** What the good ones have received since they started or were last cleared. */
    arrivals: async () => bodyOf(await fetch(`${child.url}/arrivals`), Type.Array(arrival)),
    /** how many that is */
    count: async () => bodyOf(await fetch(`${child.url}/count`), Type.Number()),
    clear: async () => void (await fetch(`${child.url}/arrivals`, { method: 'DELETE' })),
    stop: () => child.stop('SIGKILL'),
  }
}

const urls = Type.Record(Type.String(), Type.String())

/** One receiver of every hostile kind that the tests know, in a process of their own: what each does, and where it is. */
export async function startHostileReceivers() {
  const child = spawn(process.execPath, ['test/dist/webhooks/support/hostile/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  return { urls: Value.Parse(urls, JSON.parse(String(line))), stop: () => child.kill('SIGKILL') }
}
