import { startChild } from '../../harness/child.js'
import { newCompany } from '../operator.js'
import { untilHealth } from './health.js'
import { createLargeNote } from './large-notes.js'
import { watchMemory } from './memory.js'

const NOTES = 420
const SIDE_BY_SIDE = 8
const MOST_MB = 512
/** A stop has to show in so many seconds. */
const SHOWN_WITHIN = 10
const CAUGHT_UP_WITHIN = 120

/**
 * Large notes are written while no projector runs: health says so. Then one starts and catches up. True when it shows, and
 * when the projector gets through in little memory.
 */
export async function slowProjector(environment: Readonly<Record<string, string>>): Promise<boolean> {
  const api = await startChild({ script: 'services/api/dist/main.js', env: environment, path: '/readyz' })
  try {
    const company = await newCompany(environment, 'Notas Grandes')
    let left = NOTES
    const write = async (): Promise<void> => {
      while (left-- > 0) await createLargeNote(api.url, company)
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, write))
    const shown = await untilHealth(api.url, ({ status, lagEvents }) => status !== 'ok' && lagEvents > 0, 60)
    console.log(
      `${NOTES} large notes without a projector: health says so ${shown === undefined ? 'NOT' : `after ${shown} s`}`,
    )
    const began = performance.now()
    const script = 'services/projector/dist/main.js'
    const projector = await startChild({ script, env: environment, path: '/readyz' })
    const memory = watchMemory(projector.process.pid ?? 0)
    try {
      const caughtUp = await untilHealth(
        api.url,
        ({ status, lagEvents }) => status === 'ok' && lagEvents === 0,
        CAUGHT_UP_WITHIN,
      )
      const seconds = Math.round((performance.now() - began) / 100) / 10
      const peak = memory.stop()
      const isAlive = projector.process.exitCode === null
      console.log(
        `the projector: ${caughtUp === undefined ? 'NOT up to date' : `up to date after ${seconds} s`}, ${peak} MB at most, ${isAlive ? 'alive' : 'ENDED'}`,
      )
      return (
        shown !== undefined && shown <= SHOWN_WITHIN && caughtUp !== undefined && isAlive && peak <= MOST_MB
      )
    } finally {
      memory.stop()
      await projector.stop()
    }
  } finally {
    await api.stop()
  }
}
