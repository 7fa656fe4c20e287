import type { Bench } from './bench.js'
import { median, spread } from './numbers.js'

/** One line of the table that `npm run bench` prints. */
export interface Line {
  readonly what: string
  readonly ours: number
  /** absent where the goal is an absolute figure */
  readonly baseline?: number
  readonly unit: string
  /** what is held against the goal: a ratio, or `ours` itself */
  readonly measure: number
  readonly goal: { readonly at: 'least' | 'most'; readonly value: number }
  /** spread of ours over the runs, as a share of the median */
  readonly noise?: number
  readonly remark?: string
}

export interface Row {
  readonly name: string
  /** by which several rows are chosen at once */
  readonly group?: 'production' | 'webhooks'
  readonly run: (bench: Bench) => Promise<readonly Line[]>
}

/** A line that compares medians over alternating runs. */
export function compared(options: {
  readonly what: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly baseline: readonly number[]
  readonly goal: Line['goal']
  readonly remark?: string
}): Line {
  const ours = median(options.ours)
  const baseline = median(options.baseline)
  return {
    what: options.what,
    unit: options.unit,
    ours,
    baseline,
    measure: ours / baseline,
    goal: options.goal,
    noise: spread(options.ours),
    ...(options.remark === undefined ? {} : { remark: options.remark }),
  }
}

/** Whether a line reaches its goal. */
export function reached({ measure, goal }: Line): boolean {
  return goal.at === 'least' ? measure >= goal.value : measure <= goal.value
}
