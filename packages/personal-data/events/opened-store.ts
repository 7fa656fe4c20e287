import type { EventStore } from '@ecmr/event-store'
import type { Keyring } from '../keys/keyring.js'
import { openEvents } from './open-events.js'

/**
 * The event log with the personal values in clear. What is appended must be sealed already, and what `follow` yields is as
 * recorded; `open` opens many of these at once.
 *
 * Audit, proofs, copies and what leaves the process take the log itself.
 */
export function openedStore(log: EventStore, keyring: Pick<Keyring, 'find'>): EventStore {
  const { isPosition, countBetween, nextPosition, previousPosition, readChain, probeWrites } = log
  return {
    isPosition,
    ...(countBetween && { countBetween }),
    ...(nextPosition && { nextPosition }),
    ...(previousPosition && { previousPosition }),
    ...(readChain && { readChain }),
    ...(probeWrites && { probeWrites }),
    append: (stream, expected, events) => log.append(stream, expected, events),
    readStream: async (stream, options) => openEvents(await log.readStream(stream, options), keyring),
    readStreamEnd: async (stream, options) => openEvents(await log.readStreamEnd(stream, options), keyring),
    readAll: async (options) => openEvents(await log.readAll(options), keyring),
    head: () => log.head(),
    follow: (options) => log.follow(options),
    open: (events) => openEvents(events, keyring),
    close: () => log.close(),
  }
}
