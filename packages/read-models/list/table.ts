import type { Queries, Table, Tidied } from '@ecmr/projections'
import type { ClientBase } from 'pg'

export const notesTable: Table = {
  name: 'notes',
  key: ['id'],
  columns: {
    id: 'uuid',
    company_id: 'text',
    ecmr_number: 'text',
    status: 'text',
    cancelled: 'boolean',
    pickup_date: 'date',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    item: 'json',
  },
}

// Apart from the notes, because a note changes often and its search text rarely: the trigram index, by far the most
// expensive to write, is left alone by all other changes.
export const searchTable: Table = {
  name: 'search',
  key: ['id'],
  columns: { id: 'uuid', company_id: 'text', text: 'text' },
  comparedAs: 'searched',
}

// New texts wait here, without that index, until there is time for it: it costs as much as all else about a new note
// together. Queries look at both tables through the view `searched`.
export const recentSearchTable: Table = { ...searchTable, name: 'search_recent' }

/** Notes by company, status and pickup day. The rows of the day `-infinity` hold the sums over all days. */
export const countersTable: Table = {
  name: 'counters',
  key: ['company_id', 'cancelled', 'status', 'pickup_date'],
  columns: { company_id: 'text', cancelled: 'boolean', status: 'text', pickup_date: 'date', notes: 'bigint' },
  // One that has come down to nothing says the same as one that never was.
  compared: 'notes <> 0',
}

/** The day whose counters are the sums over all days. */
export const ALL_DAYS = '-infinity'

export async function createListTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    create table ${schema}.notes (
      id uuid primary key,
      company_id text collate "C" not null,
      ecmr_number text collate "C" not null unique,
      status text not null,
      cancelled boolean not null,
      pickup_date date not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      item json not null
    );
    create table ${schema}.search (
      id uuid primary key,
      company_id text collate "C" not null,
      text text collate "C" not null
    );
    alter table ${schema}.search alter column text set statistics 1000;
    create table ${schema}.search_recent (like ${schema}.search including indexes);
    create view ${schema}.searched as
      select id, company_id, text from ${schema}.search
      union all select id, company_id, text from ${schema}.search_recent;
    create table ${schema}.counters (
      company_id text collate "C" not null,
      cancelled boolean not null,
      status text not null,
      pickup_date date not null,
      notes bigint not null,
      primary key (company_id, cancelled, status, pickup_date)
    ) with (fillfactor = 50)`)
}

export async function finishListTables(db: ClientBase, schema: string): Promise<void> {
  await db.query(`
    ${orderIndexes(schema)};
    create index notes_pickup on ${schema}.notes (company_id, pickup_date, id);
    create index notes_status on ${schema}.notes (company_id, status, created_at, id);
    ${filterIndexes(schema)};
    ${deliveryIndex(schema)};
    ${lateIndexes(schema)};
    create index search_text on ${schema}.search using gin (company_id, text gin_trgm_ops);
    delete from ${schema}.counters;
    insert into ${schema}.counters (company_id, cancelled, status, pickup_date, notes)
      select company_id, cancelled, status, coalesce(pickup_date, '${ALL_DAYS}'), count(*) from ${schema}.notes
      group by grouping sets ((company_id, cancelled, status, pickup_date), (company_id, cancelled, status));
    analyze ${schema}.notes, ${schema}.search, ${schema}.counters`)
}

/**
 * For the orders that spans of instants go by as well. A list may have to be walked far before a page is full, because notes
 * that were created long ago were changed long ago; with all that is filtered by in the index, the table is not read for it.
 */
export function orderIndexes(schema: string): string {
  return `create index notes_created on ${schema}.notes (company_id, created_at, id)
      include (updated_at, status, cancelled);
    create index notes_updated on ${schema}.notes (company_id, updated_at, id)
      include (created_at, status, cancelled)`
}

/** For lists of cancelled notes alone, and of those with one reference. */
export function filterIndexes(schema: string): string {
  return `create index notes_cancelled on ${schema}.notes (company_id, created_at, id) where cancelled;
    create index notes_reference on ${schema}.notes (company_id, (item->>'reference'), created_at, id)
      where item->>'reference' is not null`
}

/** The day of delivery of notes that have none: after all others. */
export const NO_DAY = '9999-12-31'

/** The planned day of delivery of a note, as text; the index holds it like this. */
export const deliveryDay = (alias: string): string =>
  `coalesce(${alias === '' ? '' : `${alias}.`}item->>'delivery_date', '${NO_DAY}')`

/** For lists by the planned day of delivery, and of deliveries that are late. */
export function deliveryIndex(schema: string): string {
  return `create index notes_delivery on ${schema}.notes (company_id, (${deliveryDay('')}), id)`
}

/**
 * For notes whose pickup or delivery is still to come or late, in the order of its day: the indexes of all notes have what
 * is long done before them.
 */
export function lateIndexes(schema: string): string {
  return `create index notes_to_pick_up on ${schema}.notes (company_id, pickup_date, id)
      where status in ('draft', 'assigned') and not cancelled;
    create index notes_to_deliver on ${schema}.notes (company_id, (${deliveryDay('')}), id)
      where status = 'in_transit' and not cancelled`
}

/** Texts indexed in one transaction, which keeps new events waiting for some 20 ms. */
const INDEXED_AT_ONCE = 400

/** Indexes some of the texts that wait. */
export async function indexRecentTexts(db: Queries, schema: string): Promise<Tidied> {
  const { rowCount } = await db.query(`
    with waiting as (
      delete from ${schema}.search_recent
      where id in (select id from ${schema}.search_recent order by id limit ${INDEXED_AT_ONCE})
      returning id, company_id, text
    )
    insert into ${schema}.search (id, company_id, text) select id, company_id, text from waiting`)
  return { hasChanged: rowCount !== 0, hasMore: rowCount === INDEXED_AT_ONCE }
}
