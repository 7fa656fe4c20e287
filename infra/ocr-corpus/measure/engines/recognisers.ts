import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DocumentImage } from '@ecmr/ocr'
import { type Recognised, recognisedIn } from './recognised.js'

const SCRIPT = fileURLToPath(new URL('./recognise-images.js', import.meta.url))

/** Processes that recognise images, one each at a time. */
export interface Recognisers {
  recognise(image: DocumentImage): Promise<Recognised>
  close(): Promise<void>
}

/** So many at most; each is started when it is needed first. Whoever asks for more at once than there are gets an error. */
export function openRecognisers(most: number): Recognisers {
  const all: ChildProcess[] = []
  const idle: ChildProcess[] = []
  const started = (): ChildProcess => {
    if (all.length === most) throw new Error(`no more than ${most} images can be recognised at once`)
    // Tesseract says there what it thinks of each page.
    const child = fork(SCRIPT, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'ignore', 'ipc'] })
    all.push(child)
    return child
  }
  return {
    async recognise(image) {
      const child = idle.pop() ?? started()
      const message = await answerTo(image, child)
      idle.push(child)
      return recognisedIn(message)
    },
    async close() {
      const ends = all.filter(isAlive).map((child) => once(child, 'exit'))
      for (const child of all) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function answerTo({ bytes }: DocumentImage, child: ChildProcess): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`recognition ended by itself (${child.exitCode ?? child.signalCode})`)
  })
  // Nobody waits for the end of a process that has answered.
  ended.catch(() => undefined)
  try {
    const answer = once(child, 'message', { signal })
    child.send(bytes)
    const [message] = await Promise.race([answer, ended])
    return message
  } finally {
    answered.abort()
  }
}
