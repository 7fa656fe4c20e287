import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The project's root, seen from the compiled file. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Child {
  readonly url: string
  readonly process: ChildProcess
  readonly output: () => string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

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

/** Starts a Node program that listens on `PORT` and waits until `path` answers 200. */
export async function startChild(options: {
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  readonly path: string
}): Promise<Child> {
  const port = await freePort()
  let output = ''
  const child = spawn(process.execPath, [options.script], {
    cwd: root,
    env: { ...process.env, METRICS_PORT: '0', ...options.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-100_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(`${url}${options.path}`, () => {
    if (child.exitCode !== null)
      throw new Error(`${options.script} exited with ${child.exitCode}:\n${output}`)
  })
  return {
    url,
    process: child,
    output: () => output,
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill(signal)
      }),
  }
}

/** Polls until the address answers 200, up to a minute. */
async function untilAnswers(url: string, check: () => void = () => undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    check()
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    if (Date.now() > deadline) throw new Error(`${url} did not answer within a minute`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
