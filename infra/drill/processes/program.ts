import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../../harness/child.js'

const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 20

/** A program that takes part, and how one sees that it works. */
export interface Part {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly isReady: () => Promise<boolean>
}

/** A process that is killed and started again. */
export class Actor {
  readonly name: string
  readonly #part: Part
  #child: ChildProcess | undefined
  #output = ''

  constructor(part: Part) {
    this.name = part.name
    this.#part = part
  }

  start(): void {
    const { command, args, env } = this.#part
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    this.#child = child
  }

  /** SIGKILL, and nothing before it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** @throws when it has ended by itself, with what it said */
  async isReady(): Promise<boolean> {
    const { exitCode, signalCode } = this.#child ?? {}
    if (exitCode !== null && exitCode !== undefined)
      throw new Error(`${this.name} ended by itself (${exitCode}):\n${this.#output}`)
    return signalCode === null && (await this.#part.isReady().catch(() => false))
  }

  /** The last of what it said. */
  get output(): string {
    return this.#output
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
}

/** Waits until everything works; returns how long that took, in milliseconds. */
export async function untilReady(
  actors: readonly Pick<Actor, 'name' | 'isReady' | 'output'>[],
): Promise<number> {
  const began = performance.now()
  for (const actor of actors) {
    while (!(await actor.isReady())) {
      if (performance.now() - began > READY_WITHIN_MS)
        throw new Error(`${actor.name} is not ready after ${READY_WITHIN_MS} ms:\n${actor.output}`)
      await delay(LOOK_EVERY_MS)
    }
  }
  return Math.round(performance.now() - began)
}
