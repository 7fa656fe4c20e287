import type { Log } from '../log/log.js'
import type { LogRecord, Proposed } from '../log/records.js'
import { systemEvent, visibleFromEvent } from '../log/stream-metadata.js'
import type { Settings } from '../settings.js'
import { currentRevision, type Expected, judge, softlyDeleted } from './append-rules.js'
import { recentIds } from './recent-ids.js'

export type Written =
  /** `revision` is undefined when nothing was asked for and the stream is empty, `at` when the position is not said */
  | { readonly kind: 'done'; readonly revision: number | undefined; readonly at: number | undefined }
  /** `current` is -1 for a stream without events */
  | { readonly kind: 'wrong_version'; readonly current: number }
  | { readonly kind: 'deleted' }

export interface Writer {
  append(stream: string, expected: Expected, events: readonly Proposed[]): Written
  /** Soft: the stream is no longer found, but its revisions continue when it is written to again. */
  delete(stream: string, expected: Expected): Written
  /** Permanent. */
  tombstone(stream: string, expected: Expected): Written
}

/** Everything that changes the log goes through here, one after the other. */
export function writer(log: Log, settings: Settings): Writer {
  const recent = recentIds(settings.recentIds)
  let appends = 0

  const write = (stream: string, events: readonly Proposed[]): readonly LogRecord[] => {
    const written = log.append(stream, events)
    for (const { id, revision } of written) recent.remember(stream, id, revision)
    return written
  }

  const deletion = (stream: string, expected: Expected, act: () => LogRecord | undefined): Written => {
    const verdict = judge(log, recent, stream, expected, [''])
    if (verdict.kind === 'wrong_version' || verdict.kind === 'deleted') return verdict
    return { kind: 'done', revision: undefined, at: act()?.position }
  }

  return {
    append(stream, expected, events) {
      const ids = events.map(({ id }) => id)
      const verdict = judge(log, recent, stream, expected, ids)
      switch (verdict.kind) {
        case 'write': {
          const state = log.stream(stream)
          const current = currentRevision(state)
          if (events.length === 0)
            return { kind: 'done', revision: current < 0 ? undefined : current, at: undefined }
          if (softlyDeleted(state)) write(`$$${stream}`, [visibleFromEvent(current + 1)])
          const last = write(stream, events).at(-1)
          appends += 1
          if (settings.systemEventEvery > 0 && appends % settings.systemEventEvery === 0)
            writeStatistics(write, appends)
          return { kind: 'done', revision: last?.revision, at: last?.position }
        }
        case 'repeat': {
          const standing = log.stream(stream)?.events[verdict.last]
          return {
            kind: 'done',
            revision: verdict.last,
            at: settings.positionInRepeats ? standing?.position : undefined,
          }
        }
        case 'wrong_version':
        case 'deleted':
          return verdict
      }
    },
    delete: (stream, expected) =>
      deletion(stream, expected, () => write(`$$${stream}`, [visibleFromEvent(Infinity)])[0]),
    tombstone: (stream, expected) =>
      deletion(stream, expected, () => log.tombstone(stream, systemEvent('$streamDeleted', '{}'))),
  }
}

function writeStatistics(
  write: (stream: string, events: readonly Proposed[]) => unknown,
  appends: number,
): void {
  write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected', JSON.stringify({ appends }))])
}
