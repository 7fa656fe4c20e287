import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** The pools of this process, by which nobody has to hand them around to have them counted. */
const pools = new Map<pg.Pool, string>()

/** Counts a pool among those of the process until it is ended. */
export function countedPool(pool: pg.Pool, name: string): pg.Pool {
  openPools()
  pools.set(pool, name)
  return pool
}

function openPools(): ReadonlyMap<pg.Pool, string> {
  for (const pool of pools.keys()) if (pool.ending) pools.delete(pool)
  return pools
}

/** Shows how busy the connection pools of this process are, by their names. */
export function poolMetrics(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'ecmr_database_connections',
    help: 'Open connections of a pool to PostgreSQL: busy with a statement or transaction, or idle',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      this.reset()
      for (const [{ totalCount, idleCount }, pool] of openPools()) {
        this.inc({ pool, state: 'idle' }, idleCount)
        this.inc({ pool, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'ecmr_database_waiting',
    help: 'Callers that wait for a connection of a pool',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset()
      for (const [{ waitingCount }, pool] of openPools()) this.inc({ pool }, waitingCount)
    },
  })
}
