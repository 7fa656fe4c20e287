import type { Projection, RowChange } from './projection.js'
import { joinedStatement, type Queries } from './statement.js'

/** Writes changed rows inside a transaction. */
export async function storeRows<Row>(
  db: Queries,
  projection: Projection<Row>,
  schema: string,
  changes: readonly RowChange<Row>[],
): Promise<void> {
  const statements = projection.statements(schema, changes)
  if (statements.length > 0) await db.query(joinedStatement(statements))
  await projection.followUp?.(changes)?.(db, schema)
}
