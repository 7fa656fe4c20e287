import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** An empty directory; each call makes another one. It is removed with the test, after whatever the test tears down. */
export async function emptyDirectory(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-test-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  return directory
}
