import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accepts, freePort, root } from '../../harness/child.js'
import { natsEnv } from '../../harness/nats-server.js'

/** A server that a row starts for itself. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** NATS with JetStream and nothing in it; what it stores is removed when it stops. */
export async function startNats(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-bench-nats-'))
  const port = await freePort()
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory]
  const server = await start('nats-server', args, port)
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The stand-in for EventStoreDB, which keeps its log in memory. */
export async function startStandIn(): Promise<Server> {
  const port = await freePort()
  const args = ['test/dist/eventstoredb-wire/main.js', '--port', String(port)]
  const { stop } = await start(process.execPath, args, port)
  return { url: `esdb://127.0.0.1:${port}?tls=false`, stop }
}

async function start(
  command: string,
  args: readonly string[],
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(command, args, { cwd: root, env: natsEnv, stdio: 'ignore' })
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended by itself (${child.exitCode})`)
    await delay(20)
  }
  return { stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
