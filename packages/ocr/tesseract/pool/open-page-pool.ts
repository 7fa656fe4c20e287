import { fileURLToPath } from 'node:url'
import { Pace } from '../../limits/pace.js'
import type { Launch } from '../sandbox/launches.js'
import { type PoolBounds, poolBounds } from './bounds.js'
import type { PagePool } from './page-pool.js'
import { Places } from './places.js'
import { ProcessPool } from './process-pool.js'
import { WarmProcesses } from './warm-processes.js'

export type { Asker, PagePool } from './page-pool.js'

/** The program that a process runs unless another is named. */
export const PAGE_PROGRAM = fileURLToPath(new URL('../process/main.js', import.meta.url))

/** What a pool is opened with. */
export interface PoolOptions {
  /** how many pages are looked at at once */
  readonly processes: number
  readonly log: { warn(fields: object, message: string): void }
  readonly bounds?: Partial<PoolBounds>
  /** the program that each process runs */
  readonly entry?: string
  /** the command by which each process is started, such as one that takes rights from it; absent: none */
  readonly launch?: Promise<Launch>
}

/** Opens a pool of processes, none of which is started before a page comes. */
export function openPagePool(options: PoolOptions): PagePool {
  const { processes, log, bounds: given, entry = PAGE_PROGRAM, launch = Promise.resolve([]) } = options
  const bounds = { ...poolBounds, ...given }
  const pace = new Pace()
  const places = new Places(processes, bounds, pace)
  return new ProcessPool({ bounds, pace, places, log, launch, warm: new WarmProcesses(entry, bounds) })
}
