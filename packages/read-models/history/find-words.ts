import { type JsonObject, type JsonValue, mapPersonal, type PersonalCategory } from '@ecmr/domain'
import type { Pool } from 'pg'

/** A note whose history says some words, and where. */
export interface NamingNote {
  readonly ecmr_id: string
  readonly ecmr_number: string
  readonly company_id: string
  /** fields and members of events, as `driver_name` or `EcmrSigned.signer_name` */
  readonly places: readonly string[]
  /** the categories by which they can be erased */
  readonly categories: readonly PersonalCategory[]
  /** they also stand where nothing is erased, such as the description of goods */
  readonly also_elsewhere: boolean
}

/** So many events are looked at. */
const MOST_EVENTS = 5_000

const FOUND = `select ecmr_id, company_id, type, data, metadata->>'ecmr_number' as ecmr_number
  from rm_history.events
  where position(lower($1) in lower(data::text)) > 0 and ($2::text is null or company_id = $2)
  order by ecmr_id, revision limit ${MOST_EVENTS + 1}`

interface Row {
  readonly ecmr_id: string
  readonly ecmr_number: string | null
  readonly company_id: string
  readonly type: string
  readonly data: JsonObject
}

/**
 * The notes whose history says some words, in any letter case, with the places. It goes through the whole history.
 *
 * @param company only its notes; of all companies unless given
 * @returns `isMore`: there are more than were looked at
 */
export async function notesNaming(
  db: Pick<Pool, 'query'>,
  words: string,
  company?: string,
): Promise<{ readonly notes: readonly NamingNote[]; readonly isMore: boolean }> {
  const { rows } = await db.query<Row>(FOUND, [written(words), company ?? null])
  const notes = new Map<string, NamingNote>()
  for (const row of rows.slice(0, MOST_EVENTS)) {
    const { ecmr_id, company_id, ecmr_number } = row
    const before = notes.get(ecmr_id)
    const { places, categories, also_elsewhere } = placesIn(row, words)
    notes.set(ecmr_id, {
      ...{ ecmr_id, ecmr_number: ecmr_number ?? ecmr_id, company_id },
      places: [...new Set([...(before?.places ?? []), ...places])],
      categories: [...new Set([...(before?.categories ?? []), ...categories])],
      also_elsewhere: also_elsewhere || before?.also_elsewhere === true,
    })
  }
  return { notes: [...notes.values()], isMore: rows.length > MOST_EVENTS }
}

/** As JSON has it. */
function written(words: string): string {
  return JSON.stringify(words).slice(1, -1)
}

function placesIn({ type, data }: Row, words: string) {
  const places: string[] = []
  const categories: PersonalCategory[] = []
  const sought = written(words).toLowerCase()
  const says = (value: JsonValue = null): boolean => JSON.stringify(value).toLowerCase().includes(sought)
  const rest = mapPersonal(type, data, (object, pointer, members) => {
    for (const { member, category, name } of members.filter((one) => says(object[one.member]))) {
      places.push(pointer === '' ? `${type}.${member}` : name)
      categories.push(category)
    }
    const personal = new Set(members.map(({ member }) => member))
    return Object.fromEntries(Object.entries(object).filter(([member]) => !personal.has(member)))
  })
  return { places, categories, also_elsewhere: says(rest) }
}
