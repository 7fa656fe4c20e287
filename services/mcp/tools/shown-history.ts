import type { HistoryEntry } from '@ecmr/read-models'

/** So many characters of a history fit into a conversation beside the note itself. */
const MOST_CHARACTERS = 60_000

/**
 * The newest entries of a note's history that fit, oldest first; at least one.
 *
 * @param total how many there are, of which `entries` are the newest
 */
export function shownHistory(entries: readonly HistoryEntry[], total: number) {
  let left = MOST_CHARACTERS
  const first = entries.findLastIndex((entry) => {
    left -= JSON.stringify(entry).length
    return left < 0
  })
  const historial = entries.slice(Math.min(first + 1, entries.length - 1))
  return { historial, historial_total: total, historial_recortado: historial.length < total }
}
