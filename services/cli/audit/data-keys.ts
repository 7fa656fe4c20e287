import type { RecordedEvent } from '@ecmr/event-store'
import { keyNamesIn, nameOf, parseKeyName, readKeys } from '@ecmr/personal-data'
import type { Installation } from '../installation.js'
import { type Problem, problemAt } from './problem.js'

/** Finds events whose personal values cannot be read any more although no erasure is on record. */
export interface KeyComparison {
  take(page: readonly RecordedEvent[]): Promise<void>
  problems(): readonly Problem[]
}

const MOST_NAMED = 100

/** Holds the data keys that events name against those that are kept. */
export function compareDataKeys(pool: Installation['pool']): KeyComparison {
  const lost: RecordedEvent[] = []
  /** by the name of a destroyed key the first event that names it */
  const destroyed = new Map<string, RecordedEvent>()
  const erased = new Set<string>()
  let more = 0

  function name(event: RecordedEvent): void {
    if (lost.length < MOST_NAMED) lost.push(event)
    else more++
  }

  return {
    async take(page) {
      const named = page.flatMap((event) => keyNamesIn(event.data).map((key) => ({ key, event })))
      const noteIds = new Set(named.map(({ key }) => parseKeyName(key)?.noteId ?? ''))
      noteIds.delete('')
      const rows = noteIds.size > 0 ? await readKeys(pool, [...noteIds]) : []
      const kept = new Map(rows.map((row) => [nameOf(row), row.wrapped !== null]))
      for (const { key, event } of named) {
        const isWhole = kept.get(key)
        if (isWhole === undefined) name(event)
        else if (!isWhole && !destroyed.has(key)) destroyed.set(key, event)
      }
      for (const { type, stream, data } of page) {
        if (type !== 'PersonalDataErased' || data.due !== undefined || !Array.isArray(data.categories))
          continue
        for (const category of data.categories) erased.add(`${stream} ${category}`)
      }
    },
    problems() {
      for (const [key, event] of destroyed)
        if (!erased.has(`${event.stream} ${parseKeyName(key)?.category}`)) name(event)
      const told = [...new Set(lost)].map(({ stream, revision, position, type, metadata }) =>
        problemAt(
          { stream, revision, position, type, recorded_at: metadata.recorded_at },
          'data_key_missing',
          LOST,
        ),
      )
      const rest = `the data keys of ${more} more events are missing`
      return more > 0 ? [...told, problemAt({}, 'data_key_missing', rest)] : told
    },
  }
}

const LOST =
  'its personal values cannot be read: a data key is missing and no erasure is on record; restore the table privacy.data_keys from a backup'
