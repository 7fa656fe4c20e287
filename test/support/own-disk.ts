import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'
import { emptyDirectory } from './empty-directory.js'
import { allowsNamespaces } from './namespaces.js'

const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/** Whether this system lets our user mount a disk that others do not see. */
export const hasOwnDisks = allowsNamespaces(user)

/** Ends with its standard input, also when the test is killed; with it ends the namespace, and with that the mount. */
const HOLDER = 'mount -t tmpfs -o size="$2" tmpfs "$1" && echo mounted && exec cat'

/** A directory on a disk of its own with room for so many bytes: in memory, and in a namespace that ends with the test. */
export async function ownDisk(t: Test, bytes: number): Promise<string> {
  const directory = await emptyDirectory(t)
  const asRoot = user.uid === 0 ? [] : ['--user', '--map-root-user']
  const args = [...asRoot, '--mount', 'sh', '-c', HOLDER, 'sh', directory, String(bytes)]
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  t.teardown(async () => {
    holder.stdin.end()
    await ended
  })
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`a disk could not be mounted (${code})`))),
  ])
  return `/proc/${holder.pid}/root${directory}`
}
