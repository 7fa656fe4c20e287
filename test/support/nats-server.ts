import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import type { Test } from 'tap'
import { until } from './until.js'

const PROGRAM = 'nats-server'

/** Debian puts it where only root looks. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` }

/** A NATS server of a test's own. It ends with the test. */
export interface NatsServer {
  /** `nats://127.0.0.1:<port>`, with credentials if it asks for any */
  readonly url: string
  readonly port: number
  /** Starts it on the same port and directory. */
  start(): Promise<void>
  /** Stops it in the usual way, or with another signal, such as SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Sends it a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void
}

export interface NatsServerOptions {
  /** true unless given */
  readonly jetstream?: boolean
  /** the most that it stores, such as `1MB` */
  readonly storage?: string
  readonly user?: string
  readonly password?: string
  /** further lines of its configuration */
  readonly settings?: readonly string[]
}

/** Why there is no NATS server on this machine, or false: for the `skip` option of a test. */
export const withoutNatsServer: string | false = missing()

/** Starts a NATS server on a free port, with a store directory of its own. */
export async function natsServer(t: Test, options: NatsServerOptions = {}): Promise<NatsServer> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-nats-'))
  const port = await freePort()
  const configuration = join(directory, 'nats.conf')
  await writeFile(configuration, settings(directory, port, options))
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['-c', configuration], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += String(chunk)
    })
    await until(() => {
      if (child?.exitCode !== null) throw new Error(`nats-server ended:\n${output}`)
      return isListening(port)
    }, 'a NATS server')
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  t.teardown(async () => {
    await stop('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })
  await start()
  const { user, password } = options
  const login = user === undefined ? '' : `${user}:${encodeURIComponent(password ?? '')}@`
  return {
    url: `nats://${login}127.0.0.1:${port}`,
    port,
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
  }
}

function settings(directory: string, port: number, options: NatsServerOptions): string {
  const { jetstream = true, storage, user, password } = options
  const limit = storage === undefined ? '' : `max_file_store: ${storage}`
  return [
    `listen: "127.0.0.1:${port}"`,
    ...(jetstream ? [`jetstream { store_dir: ${JSON.stringify(directory)}, ${limit} }`] : []),
    ...(user === undefined ? [] : [`authorization { user: "${user}", password: "${password}" }`]),
    ...(options.settings ?? []),
  ].join('\n')
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.on('data', () => socket.destroy())
    socket.on('error', () => resolve(false))
    socket.on('close', (hadError) => resolve(!hadError))
  })
}

function missing(): string | false {
  try {
    execFileSync(PROGRAM, ['--version'], { env, stdio: 'ignore' })
    return false
  } catch {
    return 'nats-server is not installed (Debian: apt-get install nats-server) and could not be'
  }
}
