import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs queries of ours once and returns the statements they sent, for a baseline to send the same. */
export async function statementsOf(
  url: string,
  run: (pool: Pool) => Promise<unknown>,
): Promise<readonly Statement[]> {
  const pool = openPool({ url, max: 2, name: 'bench' })
  const statements: Statement[] = []
  const recording = new Proxy(pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property)
      return (statement: Statement) => {
        statements.push({ text: statement.text, values: statement.values })
        return target.query({ text: statement.text, values: [...statement.values] })
      }
    },
  })
  await run(recording)
  await pool.end()
  return statements
}
