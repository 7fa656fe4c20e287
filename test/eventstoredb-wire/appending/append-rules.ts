import type { Log, StreamState } from '../log/log.js'
import type { RecentIds } from './recent-ids.js'

/** What the client expects of the stream; a number is its last revision. */
export type Expected = 'any' | 'no_stream' | 'stream_exists' | number

export type Judgement =
  | { readonly kind: 'write' }
  /** every event stands there already; `last` is the revision of the last of them */
  | { readonly kind: 'repeat'; readonly last: number }
  | { readonly kind: 'wrong_version'; readonly current: number }
  | { readonly kind: 'deleted' }

/** The last revision of a stream, -1 when it never had an event. */
export function currentRevision(stream: StreamState | undefined): number {
  return (stream?.events.length ?? 0) - 1
}

/** Whether events with these ids may be written to a stream, as the real server decides it. */
export function judge(
  log: Log,
  recent: RecentIds,
  name: string,
  expected: Expected,
  ids: readonly string[],
): Judgement {
  const stream = log.stream(name)
  if (stream?.tombstoned) return { kind: 'deleted' }
  const current = currentRevision(stream)
  if (expected === 'any') return judgeRecent(recent, name, current, ids)
  if (expected === 'stream_exists') {
    if (softlyDeleted(stream)) return { kind: 'deleted' }
    // a stream that has only metadata counts as existing
    const exists = current >= 0 || currentRevision(log.stream(`$$${name}`)) >= 0
    return exists ? judgeRecent(recent, name, current, ids) : { kind: 'wrong_version', current }
  }
  const revision = expected === 'no_stream' ? -1 : expected
  if (revision === current) return { kind: 'write' }
  if (revision > current) return { kind: 'wrong_version', current }
  return judgeEarlier(stream, revision, ids)
}

/** Without a number only the bounded memory of recent ids tells a repeat from something new. */
function judgeRecent(recent: RecentIds, name: string, current: number, ids: readonly string[]): Judgement {
  const revisions = ids.map((id) => recent.revisionOf(name, id))
  if (revisions[0] === undefined) return { kind: 'write' }
  const last = revisions.includes(undefined) ? undefined : revisions.at(-1)
  return last === undefined ? { kind: 'wrong_version', current } : { kind: 'repeat', last }
}

/** An expectation that is behind: right when these very events were written at that place. */
function judgeEarlier(stream: StreamState | undefined, revision: number, ids: readonly string[]): Judgement {
  const current = currentRevision(stream)
  const different = ids.findIndex((id, index) => stream?.events[revision + 1 + index]?.id !== id)
  if (different === -1 && ids.length > 0) return { kind: 'repeat', last: revision + ids.length }
  // a softly deleted stream may be begun anew, and goes on counting
  if (different === 0 && revision === -1 && softlyDeleted(stream)) return { kind: 'write' }
  return { kind: 'wrong_version', current }
}

export function softlyDeleted(stream: StreamState | undefined): boolean {
  return stream !== undefined && stream.visibleFrom === Infinity
}
