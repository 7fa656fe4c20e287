import type { BrokenEvent } from '@ecmr/event-store'

/**
 * Something that does not hold. The log itself may be whole when `read_model_differs` or `tree_differs`, and with
 * `checkpoint_differs` when the checkpoint is the one that was forged. With `data_key_missing` the log is whole, but cannot be
 * read in clear.
 */
export type Problem = Omit<BrokenEvent, 'problem'> & {
  readonly problem:
    | BrokenEvent['problem']
    | 'read_model_differs'
    | 'tree_differs'
    | 'checkpoint_differs'
    | 'data_key_missing'
}

/** A problem at a place, of which only some may be known. */
export const problemAt = (
  place: Partial<Pick<Problem, 'stream' | 'revision' | 'position' | 'type' | 'recorded_at'>>,
  problem: Problem['problem'],
  detail: string,
): Problem => ({
  stream: null,
  revision: null,
  position: null,
  type: null,
  recorded_at: null,
  ...place,
  problem,
  detail,
})

/** A problem in words: where, what kind of event, and what is wrong with it. */
export function problemText({ stream, revision, type, recorded_at, detail }: Problem): string {
  const where = [
    stream ?? 'the log',
    ...(revision === null ? [] : [`event ${revision}`]),
    ...(type === null ? [] : [`(${type}${recorded_at === null ? '' : `, recorded ${recorded_at}`})`]),
  ]
  return `${where.join(' ')}: ${detail}`
}
