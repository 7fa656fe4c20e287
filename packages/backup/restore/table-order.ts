import type { ClientBase } from 'pg'

const REFERENCES = `
  select distinct n.nspname || '.' || c.relname as name, rn.nspname || '.' || r.relname as needs
  from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
  where k.contype = 'f' and k.conrelid <> k.confrelid`

/** Tables in an order in which each comes after those that it refers to. */
export async function inOrderOfReferences<Table extends { readonly name: string }>(
  client: Pick<ClientBase, 'query'>,
  tables: readonly Table[],
): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; needs: string }>(REFERENCES)
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const isFree = (name: string): boolean =>
      !rows.some((row) => row.name === name && row.needs !== name && waiting.has(row.needs))
    const free = [...waiting.values()].filter(({ name }) => isFree(name))
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) waiting.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}
