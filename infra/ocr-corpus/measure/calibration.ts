import { type ValueKind, valueKind } from '@ecmr/ocr/testing'
import type { PageResult } from './score.js'

interface Step {
  /** the surest value of those counted */
  readonly sure: number
  readonly count: number
  readonly right: number
}

/** Steps of fewer values say too little. */
const FEWEST = 40

/**
 * How often values were right by how sure the reader was before calibration, as lines of `packages/ocr/fields/calibrated.ts`: steps that
 * rise, by pooling neighbours that do not (isotonic regression: Ayer and others, 1955).
 */
export function calibrationOf(results: readonly PageResult[]): string {
  return (['code', 'text'] as const)
    .map((kind) => `${kind}: ${JSON.stringify(pointsOf(results, kind))}`)
    .join('\n')
}

function pointsOf(results: readonly PageResult[], kind: ValueKind): readonly (readonly [number, number])[] {
  const values = results
    .flatMap(({ judged }) => judged)
    .flatMap((field) => (field.verdict === 'missed' || valueKind(field.name) !== kind ? [] : [field]))
    .map(({ verdict, reading }) => ({ sure: reading.sure ?? 0, right: verdict === 'right' }))
    .toSorted((a, b) => a.sure - b.sure)
  return pooled(inSteps(values)).map(({ sure, count, right }) => [
    rounded(sure),
    rounded(right / (count + 1)),
  ])
}

function inSteps(values: readonly { readonly sure: number; readonly right: boolean }[]): readonly Step[] {
  return Array.from({ length: Math.floor(values.length / FEWEST) }, (_, place) => {
    const last = (place + 2) * FEWEST > values.length
    const step = values.slice(place * FEWEST, last ? values.length : (place + 1) * FEWEST)
    return {
      sure: step.at(-1)?.sure ?? 1,
      count: step.length,
      right: step.filter(({ right }) => right).length,
    }
  })
}

function pooled(steps: readonly Step[]): readonly Step[] {
  const rising: Step[] = []
  for (const step of steps) {
    let next = step
    for (let before = rising.at(-1); before && shareOf(before) >= shareOf(next); before = rising.at(-1)) {
      rising.pop()
      next = { sure: next.sure, count: before.count + next.count, right: before.right + next.right }
    }
    rising.push(next)
  }
  return rising
}

const shareOf = ({ count, right }: Step): number => right / count

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
