import { type ChildProcess, spawn } from 'node:child_process'
import { root } from '../harness/child.js'
import { firstSecrets } from '../harness/requests.js'
import { serversOf } from './postgres.js'

/** The all-in-one service as an operator runs it: a process on a data directory. */
export class Service {
  #child: ChildProcess | undefined
  #output = ''
  readonly url: string

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** The end of what it has printed since it was started last. */
  get output(): string {
    return this.#output
  }

  /** Starts on an empty directory; returns the API key that it makes. */
  async firstStart(): Promise<string> {
    await this.start()
    for (;;) {
      const made = await firstSecrets(this.dataDir)
      if (made) return made.key
      if (this.#child?.exitCode !== null) throw new Error(`the service ended without a key:\n${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Starts and waits until commands are accepted; returns how long that took, in milliseconds. */
  async start(): Promise<number> {
    const began = Date.now()
    this.#output = ''
    const child = spawn(process.execPath, ['services/all-in-one/dist/main.js'], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        METRICS_PORT: '0',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '100000000',
        WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,2s,5s,10s,20s,30s',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk) => this.#keep(chunk))
    child.stderr.on('data', (chunk) => this.#keep(chunk))
    this.#child = child
    for (;;) {
      const healthy = await fetch(`${this.url}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (healthy) return Date.now() - began
      if (child.exitCode !== null) throw new Error(`the service ended:\n${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** SIGKILL to our process, and to PostgreSQL's in the same moment when asked. */
  async kill({ withPostgres }: { readonly withPostgres: boolean }): Promise<void> {
    const child = this.#child
    if (!child?.pid) return
    const others = withPostgres ? await serversOf(this.dataDir) : []
    const gone = new Promise((resolve) => child.once('exit', resolve))
    for (const pid of [child.pid, ...others]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // a backend that ended meanwhile
      }
    }
    await gone
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }

  #keep(chunk: Buffer): void {
    this.#output = (this.#output + chunk.toString()).slice(-50_000)
  }
}
