import { fileURLToPath } from 'node:url'
import { Pace } from '../../limits/pace.js'
import { type PoolBounds, poolBounds } from './bounds.js'
import type { PagePool } from './page-pool.js'
import { Places } from './places.js'
import { ProcessPool } from './process-pool.js'
import { WarmProcesses } from './warm-processes.js'

export type { Asker, PagePool } from './page-pool.js'

const ENTRY = fileURLToPath(new URL('../process/main.js', import.meta.url))

/** What a pool is opened with. */
export interface PoolOptions {
  /** how many pages are looked at at once */
  readonly processes: number
  readonly log: { warn(fields: object, message: string): void }
  readonly bounds?: Partial<PoolBounds>
  /** the program that each process runs */
  readonly entry?: string
}

/** Opens a pool of processes, none of which is started before a page comes. */
export function openPagePool({ processes, log, bounds: given, entry = ENTRY }: PoolOptions): PagePool {
  const bounds = { ...poolBounds, ...given }
  const pace = new Pace()
  const places = new Places(processes, bounds, pace)
  return new ProcessPool({ bounds, pace, places, log, warm: new WarmProcesses(entry, bounds) })
}
