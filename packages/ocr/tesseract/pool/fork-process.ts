import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import type { Launch } from '../sandbox/launches.js'
import { readingEnvironment } from '../sandbox/reading-environment.js'

/** A process and what can be known of it from outside. */
export interface ForkedProcess {
  readonly child: ChildProcess
  /** how it ended, when it has */
  readonly ended: Promise<string>
  /** the end of what it wrote before it answered anything: why it could not start */
  readonly lastWords: () => string
}

const HEAP_MB = 512
const LAST_WORDS = 1000

/**
 * Starts a process that does not keep this one alive and knows none of its secrets, by a command that takes rights from it. It is of the
 * same session, where its niceness counts.
 */
export function forkProcess(entry: string, launch: Launch = []): ForkedProcess {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`]
  const [execPath, ...execArgv] = [...launch, ...node]
  const child = fork(entry, {
    serialization: 'advanced',
    execPath,
    execArgv,
    env: readingEnvironment(launch),
    // Recognition is talkative, and may speak of what it recognises: of that nothing belongs in a log.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`ended with ${signal ?? code}`))
  })
  child.unref()
  child.channel?.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
  return { child, ended, lastWords: lastWordsOf(child) }
}

function lastWordsOf(child: ChildProcess): () => string {
  let words = ''
  const hear = (part: Buffer): void => {
    words = (words + part.toString()).slice(-LAST_WORDS)
  }
  child.stderr?.on('data', hear)
  child.once('message', () => {
    child.stderr?.off('data', hear).resume()
    words = ''
  })
  return () => words.trim()
}
