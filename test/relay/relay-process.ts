import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startProcess } from '../support/child-process.js'
import type { World } from './nats-world.js'

const MAIN = fileURLToPath(new URL('../../../services/relay/dist/main.js', import.meta.url))

/** Starts the relay as a process of its own, with the settings that it needs and those given. */
export function startRelayProcess(
  t: Test,
  world: Pick<World, 'url' | 'nats'>,
  env: Record<string, string> = {},
) {
  const started = startProcess(t, [MAIN], {
    env: {
      DATABASE_URL: world.url,
      NATS_URL: world.nats.url,
      SECRET_KEY: 'only for this test, only for this test',
      PORT: '0',
      ...env,
    },
  })
  return {
    ...started,
    /** resolves with the address of its probes */
    async probes(): Promise<string> {
      const output = await started.untilOutput(/listening at http/)
      return /listening at (http[^"]+)/.exec(output)?.[1] ?? ''
    },
    /** resolves with what its metrics show */
    async metrics(): Promise<string> {
      const output = await started.untilOutput(/metrics are at http/)
      const [, url = ''] = /metrics are at (http[^"]+)/.exec(output) ?? []
      return (await fetch(url)).text()
    },
    isLeader: () => leads(started.output()),
  }
}

/** Whether the last that it said about leading is that it does. */
function leads(output: string): boolean {
  const said = output.split('\n').filter((line) => /"(leads: |stands by|does not lead)/.test(line))
  return said.at(-1)?.includes('"leads: ') === true
}
