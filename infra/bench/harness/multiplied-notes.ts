import type { ClientBase } from 'pg'

const FUNCTIONS = `
  create schema if not exists bench;
  create or replace function bench.id(id uuid, copy bigint) returns uuid language sql immutable parallel safe
    return overlay(id::text placing lpad(to_hex(copy), 6, '0') from 31)::uuid;
  create or replace function bench.number(number text, copy bigint) returns text language sql immutable parallel safe
    return overlay(number placing lpad(copy::text, 4, '0') from 6)`

interface Column {
  readonly name: string
  readonly type: string
}

interface CopiedTable {
  readonly name: string
  /** where the rows are kept that copies are made of */
  readonly originals: string
  readonly columns: readonly Column[]
  /** of its indexes that guard nothing */
  readonly indexes: readonly { readonly name: string; readonly definition: string }[]
}

/** The notes of a database while it is written to by nothing else. */
export interface Multiplied {
  /** how many copies of each original there are */
  readonly copies: number
}

/** Remembers the notes of a database as those that copies are made of. */
export async function keepOriginals(client: ClientBase): Promise<Multiplied> {
  await client.query(FUNCTIONS)
  for (const { name, originals } of await copiedTables(client))
    await client.query(`create unlogged table ${originals} as table ${name}`)
  await client.query('create table bench.counters as table rm_list.counters')
  return { copies: 0 }
}

/**
 * Makes a database hold its original notes several times over, by writing rows like theirs into the log, the keys and the
 * read models, with ids, numbers and positions of their own. Copies carry the hashes and the sealed values of their
 * originals: they can be listed and appended to, but neither verified nor read from the log again.
 *
 * @param options.upTo how many copies there are to be, up to 9,999
 * @param options.goOn asked before each copy; false ends it
 * @param options.isLogOnly the read models stay without them, as if they had been removed
 */
export async function multiplyNotes(
  client: ClientBase,
  { copies }: Multiplied,
  options: {
    readonly upTo: number
    readonly goOn: () => Promise<boolean>
    readonly isLogOnly?: boolean
  },
): Promise<Multiplied> {
  const { upTo, goOn, isLogOnly = false } = options
  const all = await copiedTables(client)
  const tables = isLogOnly ? all.filter(({ name }) => !name.startsWith('rm_')) : all
  await client.query('set synchronous_commit = off')
  for (const { indexes } of tables) for (const { name } of indexes) await client.query(`drop index ${name}`)
  let copy = copies
  while (copy < upTo && (await goOn())) {
    copy++
    const head = await headOf(client)
    for (const table of tables)
      await client.query(copying(table), [copy, ...(needsHead(table) ? [head] : [])])
  }
  for (const { indexes } of tables) for (const { definition } of indexes) await client.query(definition)
  if (!isLogOnly) await count(client, copy - copies)
  const head = String(await headOf(client)).padStart(16, '0')
  for (const followers of ['projections.checkpoints', 'broker.checkpoints'])
    await client.query(`update ${followers} set position = $1, seen = null`, [head])
  await client.query('vacuum analyze')
  return { copies: copy }
}

/** Adds so many copies to what is counted by company, status and day. */
async function count(client: ClientBase, copies: number): Promise<void> {
  await client.query(
    `update rm_list.counters c set notes = c.notes + o.notes * $1 from bench.counters o
     where (c.company_id, c.cancelled, c.status, c.pickup_date) = (o.company_id, o.cancelled, o.status, o.pickup_date)`,
    [copies],
  )
}

async function headOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ head: string }>('select max(position) as head from log.events')
  return Number(rows[0]?.head)
}

async function copiedTables(client: ClientBase): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<Omit<CopiedTable, 'originals'>>(`
    select t.oid::regclass::text as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
       from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(
         json_build_object('name', indexrelid::regclass::text, 'definition', pg_get_indexdef(indexrelid))), '[]')
       from pg_index where indrelid = t.oid and not indisunique) as indexes
    from pg_class t
    where relkind = 'r' and (t.oid in ('log.events'::regclass, 'privacy.data_keys'::regclass)
      or relnamespace in (select oid from pg_namespace where nspname like 'rm\\_%'))`)
  return rows
    .filter(({ columns }) => columns.some(({ name, type }) => type === 'uuid' || name === 'ecmr_number'))
    .map((table) => ({ ...table, originals: `bench.${table.name.replaceAll(/\W/g, '_')}` }))
}

const needsHead = ({ columns }: CopiedTable): boolean => columns.some(({ name }) => name === 'position')

/** The statement that writes a copy: its number is $1, and $2 the position that the log has come to. */
function copying({ name: table, originals, columns }: CopiedTable): string {
  const hasId = columns.some(({ name }) => name === 'id')
  const expressionOf = ({ name, type }: Column): string => {
    if (name === 'position' && type === 'text') return `lpad((position::bigint + $2::bigint)::text, 16, '0')`
    if (name === 'position') return 'position + $2::bigint'
    if (name === 'stream') return `'ecmr-' || bench.id(substr(stream, 6)::uuid, $1)`
    if (name === 'ecmr_number') return 'bench.number(ecmr_number, $1)'
    if (type === 'uuid') return `bench.id(${name}, $1)`
    if (name !== 'item' && name !== 'view') return name
    const text = hasId ? `replace(${name}::text, id::text, bench.id(id, $1)::text)` : `${name}::text`
    return `replace(${text}, ecmr_number, bench.number(ecmr_number, $1))::${type}`
  }
  const list = columns.map(({ name }) => name).join(', ')
  const ofNotes = columns.some(({ name }) => name === 'stream') ? "where stream like 'ecmr-%'" : ''
  return `insert into ${table} (${list}) select ${columns.map(expressionOf).join(', ')} from ${originals} ${ofNotes}`
}
