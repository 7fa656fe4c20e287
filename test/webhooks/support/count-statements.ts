import type { Pool } from 'pg'

/** Counts the statements over connections that a pool opens from now on. */
export function countStatements(pool: Pool): () => number {
  let count = 0
  pool.on('connect', (client) => {
    // emitted each time a connection has nothing left to do
    client.on('drain', () => {
      count += 1
    })
  })
  return () => count
}
