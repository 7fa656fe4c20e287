import { connect } from 'node:net'

const END_OF_HEAD = '\r\n\r\n'

/**
 * Downloads from some paths for a while, over so many connections, and returns how many answers with 200 came in a second. It only counts
 * the bytes: a client that parses them is slower than a server that sends them.
 *
 * @throws when an answer is another one
 */
export async function download(options: {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
}): Promise<number> {
  const { url, paths, connections, seconds } = options
  const end = performance.now() + seconds * 1_000
  let asked = 0
  let answered = 0
  const nextPath = (): string => paths[asked++ % paths.length] ?? '/'

  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let missing = 0
      const ask = (): void => {
        if (performance.now() > end) socket.end()
        else socket.write(`GET ${nextPath()} HTTP/1.1\r\nHost: bench${END_OF_HEAD}`)
      }
      socket.on('connect', ask)
      socket.on('data', (chunk) => {
        if (missing === 0) missing = sizeOf(chunk)
        missing -= chunk.length
        if (missing > 0) return
        answered++
        ask()
      })
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })
  await Promise.all(Array.from({ length: connections }, one))
  return answered / seconds
}

/** Of a whole answer, by its head, which is in the first bytes. */
function sizeOf(chunk: Buffer): number {
  const end = chunk.indexOf(END_OF_HEAD)
  const head = chunk.toString('latin1', 0, end)
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? []
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`an answer began with ${head}`)
  return end + END_OF_HEAD.length + Number(length)
}
