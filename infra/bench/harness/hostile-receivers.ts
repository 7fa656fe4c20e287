import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { root } from '../../harness/child.js'

const urls = Type.Record(Type.String(), Type.String())

/** One receiver of every hostile kind that the tests know, in a process of their own. */
export interface HostileReceivers {
  /** what each does, and where it is */
  readonly urls: Readonly<Record<string, string>>
  stop(): void
}

export async function startHostileReceivers(): Promise<HostileReceivers> {
  const child = spawn(process.execPath, ['test/dist/webhooks/support/hostile/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  return { urls: Value.Parse(urls, JSON.parse(String(line))), stop: () => child.kill('SIGKILL') }
}
