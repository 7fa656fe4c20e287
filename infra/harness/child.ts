import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@ecmr/runtime'

/** The variable that names the checkout to measure when it is not this one. */
export const MEASURED_CHECKOUT = 'ECMR_MEASURED_CHECKOUT'

/** The project's root, seen from the compiled file. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The checkout whose services and packages are run and measured: this one unless `npm run bench -- compare` names another. */
export const measured = process.env[MEASURED_CHECKOUT] ?? root

const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 20
const KEPT_OUTPUT = 100_000

/** Whether something on this machine accepts connections on a port. */
export async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** A program, and how one sees that it works. */
export interface Part {
  readonly name: string
  /** Node unless given */
  readonly command?: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** where it listens */
  readonly url: string
  /** an address that answers 200, or a check */
  readonly ready: string | (() => Promise<boolean>)
}

/** A process that can be killed and started again. */
export class Child {
  readonly name: string
  readonly url: string
  readonly #part: Part
  #child: ChildProcess | undefined
  #output = ''

  constructor(part: Part) {
    this.name = part.name
    this.url = part.url
    this.#part = part
  }

  start(): void {
    const { command = process.execPath, args, env } = this.#part
    this.#output = ''
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    this.#child = child
  }

  get process(): ChildProcess {
    if (!this.#child) throw new Error(`${this.name} was not started`)
    return this.#child
  }

  /** The end of what it has printed since it was started last. */
  output(): string {
    return this.#output
  }

  /** @throws when it has ended by itself, with what it printed */
  async isReady(): Promise<boolean> {
    const { ready } = this.#part
    const { exitCode, signalCode } = this.process
    if (exitCode !== null) throw new Error(`${this.name} ended by itself (${exitCode}):\n${this.#output}`)
    if (signalCode !== null) return false
    const check = typeof ready === 'string' ? fetch(ready).then(({ ok }) => ok) : ready()
    return check.catch(() => false)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
}

/** Waits until everything works; returns how long that took, in milliseconds. */
export async function untilReady(
  children: readonly Pick<Child, 'name' | 'isReady' | 'output'>[],
): Promise<number> {
  const began = performance.now()
  for (const child of children) {
    while (!(await child.isReady())) {
      if (performance.now() - began > READY_WITHIN_MS)
        throw new Error(`${child.name} is not ready after ${READY_WITHIN_MS} ms:\n${child.output()}`)
      await delay(LOOK_EVERY_MS)
    }
  }
  return Math.round(performance.now() - began)
}

/** What Node is started with to run a program of ours, whose `@ecmr` packages are those of the checkout that is measured. */
export const onMeasured = (checkout: string): readonly string[] =>
  checkout === root ? [] : ['--import', new URL('packages-of/register.js', import.meta.url).href]

/** A service of the checkout that is measured, or a program of this one; it listens on `PORT`. */
export async function childOn(
  options: {
    readonly script: string
    readonly env: Readonly<Record<string, string>>
    readonly path: string
    readonly name?: string
    /** whose service it is, unless it is the one that is measured */
    readonly checkout?: string
    /** arguments for Node itself */
    readonly node?: readonly string[]
  },
  given?: number,
): Promise<Child> {
  const { script, env, path, name = script, checkout = measured, node = [] } = options
  const port = given ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const all = { METRICS_PORT: '0', ...env, HOST: '127.0.0.1', PORT: String(port) }
  return new Child({ name, args: [...node, ...argsOf(script, checkout)], env: all, url, ready: url + path })
}

function argsOf(script: string, checkout: string): readonly string[] {
  return script.startsWith('services/') ? [join(checkout, script)] : [...onMeasured(measured), script]
}

/** Starts a program that listens on `PORT` and waits until `path` answers 200. */
export async function startChild(options: Parameters<typeof childOn>[0]): Promise<Child> {
  const child = await childOn(options)
  child.start()
  await untilReady([child])
  return child
}
