import { COLUMNS } from './rows.js'

/**
 * How far a page goes, given the rows that it may hold: as far as their sizes add up to a limit, and to the first row
 * in any case. Of rows that are left out only the size is read, not the JSON.
 *
 * @param rows a query for `place` and `bytes`
 * @param order of the page
 * @param limits the parameters that hold the most events and bytes
 */
function extent(rows: string, order: 'asc' | 'desc', limits: { events: string; bytes: string }): string {
  const inOrder = `${rows} order by place ${order} limit ${limits.events}`
  const judged = `select place, through <= ${limits.bytes} or through = bytes as fits from (
      select place, bytes, sum(bytes) over (order by place ${order} rows unbounded preceding) as through
      from (${inOrder}) candidate) summed`
  return `select max(place) filter (where fits) as last, min(place) filter (where fits) as first,
      count(*) = count(*) filter (where fits) and count(*) < ${limits.events} as at_end
    from (${judged}) judged`
}

const ofLog = extent('select position as place, bytes from log.events where position > $1', 'asc', {
  events: '$2',
  bytes: '$3::bigint',
})

/** The next events of the log: $1 after this position, $2 events, $3 bytes. */
export const ALL = `select ${COLUMNS} from log.events e
  where e.position > $1 and e.position <= (select last from (${ofLog}) page) order by e.position`

/** Hashes of the next events of the log: $1 after this position, $2 events. */
export const HASHES = `select e.position, e.stream, e.revision, e.metadata ->> 'hash' as hash from log.events e
  where e.position > $1 order by e.position limit $2`

/**
 * The next events of some categories: $1 after this position, $2 events, $3 bytes, $4 categories. One row without an
 * event when the page holds nothing of interest: how far it went is still news.
 *
 * `confirmed`: an event stands at the position, and it is that of the id $5 and the hash $6, if these are given. It is
 * asked in the same breath, since the log could be exchanged between two statements.
 */
export const PAGE = `select page.last as upto, page.at_end, $1 = 0 or exists (
      select from log.events s where s.position = $1
        and ($5::uuid is null or (s.id = $5 and s.metadata ->> 'hash' is not distinct from $6::text))) as confirmed,
    e.bytes, ${COLUMNS} from (${ofLog}) page
  left join log.events e on e.position > $1 and e.position <= page.last and e.category = any($4)
  order by e.position`

/** The event at a position. */
export const AT = `select ${COLUMNS} from log.events e where e.position = $1`

const ofStream = 'select revision as place, bytes from log.events where stream = $1 and revision'

/** The next events of a stream: $1 stream, $2 from this revision, $3 events, $4 bytes. */
export const STREAM = `select page.at_end, ${COLUMNS} from (${extent(`${ofStream} >= $2`, 'asc', {
  events: '$3',
  bytes: '$4::bigint',
})}) page
  join log.events e on e.stream = $1 and e.revision >= $2 and e.revision <= page.last order by e.revision`

/** The newest events of a stream: $1 stream, $2 before this revision, $3 events, $4 bytes. */
export const STREAM_END = `select ${COLUMNS} from (${extent(`${ofStream} < $2`, 'desc', {
  events: '$3',
  bytes: '$4::bigint',
})}) page
  join log.events e on e.stream = $1 and e.revision < $2 and e.revision >= page.first order by e.revision`

/**
 * The beginnings of some streams: $1 streams, $2 the revision of each to begin at, $3 events and $4 bytes of each. Where
 * there is more, the next event comes as a row without JSON.
 */
export const STREAMS = `select e.position, e.stream, e.revision, e.id, e.type, e.is_beyond, e.recorded_at,
    case when not e.is_beyond then e.data end as data, case when not e.is_beyond then e.metadata end as metadata
  from unnest($1::text[], $2::int[]) as asked(stream, since)
  cross join lateral (
    select ${COLUMNS}, e.through - e.bytes as before, e.through > $4::bigint or e.place > $3 as is_beyond
    from (
      select c.*, sum(c.bytes) over through as through, row_number() over through as place
      from (select * from log.events where stream = asked.stream and revision >= asked.since
        order by revision limit $3 + 1) c
      window through as (order by c.revision rows unbounded preceding)
    ) e
  ) e
  where e.before <= $4::bigint
  order by e.stream, e.revision`
