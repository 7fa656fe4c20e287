import { randomUUID } from 'node:crypto'
import type { Log, StreamState } from '../log/log.js'
import type { Proposed } from '../log/records.js'
import type { Settings } from '../settings.js'

/** What the client expects of the stream; a number is its last revision. */
export type Expected = 'any' | 'no_stream' | number

export type Written =
  /** `at` is undefined when the position is not said */
  | { readonly kind: 'done'; readonly revision: number; readonly at: number | undefined }
  /** `current` is -1 for a stream without events */
  | { readonly kind: 'wrong_version'; readonly current: number }
  | { readonly kind: 'deleted' }

export interface Writer {
  append(stream: string, expected: Expected, events: readonly Proposed[]): Written
  /** Closes a stream permanently. */
  tombstone(stream: string): Written
}

/** Everything that changes the log goes through here, one after the other. */
export function writer(log: Log, settings: Settings): Writer {
  let appends = 0

  function write(stream: string, events: readonly Proposed[], tombstone = false): Written {
    const last = log.append(stream, events, tombstone).at(-1)
    return { kind: 'done', revision: last?.revision ?? -1, at: last?.position }
  }

  return {
    append(stream, expected, events) {
      const state = log.stream(stream)
      if (state?.tombstoned) return { kind: 'deleted' }
      const current = (state?.events.length ?? 0) - 1
      const revision = expected === 'any' ? current : expected === 'no_stream' ? -1 : expected
      if (revision === current) {
        const written = write(stream, events)
        appends += 1
        if (settings.systemEventEvery > 0 && appends % settings.systemEventEvery === 0)
          write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected', JSON.stringify({ appends }))])
        return written
      }
      if (!isRepeat(state, revision, events)) return { kind: 'wrong_version', current }
      const last = state?.events[revision + events.length]
      return {
        kind: 'done',
        revision: revision + events.length,
        at: settings.positionInRepeats ? last?.position : undefined,
      }
    },
    tombstone: (stream) =>
      log.stream(stream)?.tombstoned
        ? { kind: 'deleted' }
        : write(stream, [systemEvent('$streamDeleted', '{}')], true),
  }
}

/** An expectation that is behind is right when these very events were written at that place. */
function isRepeat(state: StreamState | undefined, revision: number, events: readonly Proposed[]): boolean {
  return events.every(({ id }, index) => state?.events[revision + 1 + index]?.id === id)
}

/** An event that the server writes by itself. */
export function systemEvent(type: string, data: string): Proposed {
  return { id: randomUUID(), type, json: true, data: Buffer.from(data), metadata: new Uint8Array() }
}
