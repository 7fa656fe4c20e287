import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

// It is replaced long before it has used this up.
const MOST_SECONDS = 600
const MOST_KILOBYTES = 1024 * 1024
const LARGEST_ANSWER = 16 * 1024 * 1024

// It inherits protection, niceness and limits from this process; these hold for itself, and it ends when this process is killed.
const limited = `ulimit -t ${MOST_SECONDS} 2>/dev/null; ulimit -v ${MOST_KILOBYTES} 2>/dev/null; exec "$@"`
const withParent = ['/usr/bin/setpriv', '/bin/setpriv']
  .filter(existsSync)
  .slice(0, 1)
  .flatMap((setpriv) => [setpriv, '--pdeathsig', 'KILL'])

/** A program that runs, and what it answers. */
export interface RunningProgram {
  /** hands something over, to be read from its standard input */
  write(input: Uint8Array | string): void
  /** says that nothing more comes */
  end(): void
  /**
   * All that it has written, as soon as that satisfies.
   *
   * @throws when it ends before, or writes too much; what it says of that is not told, since it may speak of the page
   */
  answer(isComplete: (text: string) => boolean): Promise<string>
  /** All that it writes until it ends well. Throws as `answer` does. */
  readonly finished: Promise<string>
  kill(): void
}

/** Starts a command; its environment holds nothing but what it needs. */
export function startProgram(command: readonly string[]): RunningProgram {
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...withParent, ...command], {
    env: { OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
  })
  child.stderr.resume()
  // When it ends early, how it ended says more than that it did not read on.
  child.stdin.on('error', () => undefined)
  return new Program(child)
}

class Program implements RunningProgram {
  readonly finished: Promise<string>
  #text = ''
  #heard: () => void = () => undefined

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (part: string) => this.#hear(part))
    this.finished = new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => {
        if (code === 0) resolve(this.#text)
        else reject(new Error(`tesseract ended with ${signal ?? code}`))
      })
    })
    // Who waits for an answer learns of it; else there is no hurry.
    this.finished.catch(() => undefined)
  }

  write(input: Uint8Array | string): void {
    this.child.stdin.write(input)
  }

  end(): void {
    this.child.stdin.end()
  }

  async answer(isComplete: (text: string) => boolean): Promise<string> {
    const complete = new Promise<void>((resolve) => {
      this.#heard = () => isComplete(this.#text) && resolve()
    })
    await Promise.race([complete, this.finished])
    const answer = this.#text
    this.#text = ''
    if (!isComplete(answer)) throw new Error('tesseract ended without an answer')
    return answer
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }

  #hear(part: string): void {
    this.#text += part
    if (this.#text.length > LARGEST_ANSWER) this.kill()
    this.#heard()
  }
}
