import type { Truth } from '../../corpus-page.js'

/** What stands in one place of a paper, line by line, and what it means. */
export interface Printed {
  readonly lines: readonly string[]
  readonly truth: Truth
}

export const nothing: Printed = { lines: [], truth: {} }

export const together = (...all: readonly Printed[]): Printed => ({
  lines: all.flatMap(({ lines }) => lines),
  truth: Object.assign({}, ...all.map(({ truth }) => truth)) as Truth,
})
