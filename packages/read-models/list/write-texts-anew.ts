import { type Kysely, sql } from 'kysely'
import type { ListItem } from './item.js'
import { searchText } from './search.js'

const AT_ONCE = 1_000

/** Writes the search texts of all notes as this version makes them, where they differ. */
export async function writeTextsAnew(db: Kysely<unknown>, schema: string): Promise<void> {
  const [notes, searched] = [sql.table(`${schema}.notes`), sql.table(`${schema}.searched`)]
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string; item: ListItem; text: string }>`
      select n.id, n.item, s.text from ${notes} n join ${searched} s using (id)
      where n.id > ${after}::uuid order by n.id limit ${AT_ONCE}`.execute(db)
    const changed = rows.flatMap(({ id, item, text }) => {
      const made = searchText(item)
      return made === text ? [] : [{ id, text: made }]
    })
    if (changed.length > 0)
      for (const table of ['search', 'search_recent'])
        await sql`
          update ${sql.table(`${schema}.${table}`)} t set text = r.text
          from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ text }) => text)}::text[]) r(id, text)
          where t.id = r.id`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
