/** Beyond so many on a side the rest is left out: no note has as many captions, and the work grows with the cube. */
export const MOST_ASSIGNED = 150

/**
 * Which column each row gets so that the sum of the scores is greatest, every column once at most (the Hungarian method, in
 * the cube of the longer side). Scores are 0 for what cannot be; such rows get none, nor do those beyond `MOST_ASSIGNED`.
 */
export function bestAssignment(
  scores: readonly (readonly number[])[],
  count: { steps: number } = { steps: 0 },
): readonly (number | undefined)[] {
  const rows = scores.slice(0, MOST_ASSIGNED)
  const width = Math.min(MOST_ASSIGNED, Math.max(0, ...rows.map((row) => row.length)))
  const size = Math.max(rows.length, width)
  const cost = (row: number, column: number): number =>
    column <= width ? -(rows[row - 1]?.[column - 1] ?? 0) : 0
  const ofRow = new Float64Array(size + 1)
  const ofColumn = new Float64Array(size + 1)
  const holder = new Int32Array(size + 1)
  for (let row = 1; row <= size; row++) {
    const came = new Int32Array(size + 1)
    const least = new Float64Array(size + 1).fill(Infinity)
    const seen = new Uint8Array(size + 1)
    let column = 0
    holder[0] = row
    do {
      seen[column] = 1
      const from = holder[column] ?? 0
      let delta = Infinity
      let next = 0
      for (let other = 1; other <= size; other++) {
        count.steps += 1
        if (seen[other] === 1) continue
        const reduced = cost(from, other) - (ofRow[from] ?? 0) - (ofColumn[other] ?? 0)
        if (reduced < (least[other] ?? Infinity)) {
          least[other] = reduced
          came[other] = column
        }
        if ((least[other] ?? Infinity) < delta) {
          delta = least[other] ?? Infinity
          next = other
        }
      }
      for (let other = 0; other <= size; other++) {
        const held = holder[other] ?? 0
        if (seen[other] === 1) {
          ofRow[held] = (ofRow[held] ?? 0) + delta
          ofColumn[other] = (ofColumn[other] ?? 0) - delta
        } else least[other] = (least[other] ?? 0) - delta
      }
      column = next
    } while ((holder[column] ?? 0) !== 0)
    while (column !== 0) {
      const before = came[column] ?? 0
      holder[column] = holder[before] ?? 0
      column = before
    }
  }
  const columnOf = new Map(Array.from(holder, (row, column) => [row, column] as const).slice(1))
  return scores.map((row, at) => {
    const column = (columnOf.get(at + 1) ?? 0) - 1
    return at < MOST_ASSIGNED && (row[column] ?? 0) > 0 ? column : undefined
  })
}
