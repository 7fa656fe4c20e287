/** Something that differs from place to place so slowly that a grid of its values says enough. */
export interface CoarseField {
  readonly columns: number
  readonly rows: number
  readonly values: Float32Array
}

/** The grid's value at places given as parts (0 to 1) of width and height. */
export function coarseField(
  columns: number,
  rows: number,
  at: (x: number, y: number) => number,
): CoarseField {
  const values = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[row * columns + column] = at(column / (columns - 1), row / (rows - 1))
  return { columns, rows, values }
}

/** Fills a row of pixels with the values at a height (0 to 1), straight lines between the grid's. */
export function fillRow({ columns, rows, values }: CoarseField, height: number, row: Float32Array): void {
  const down = Math.min(rows - 1.001, Math.max(0, height * (rows - 1)))
  const upper = Math.floor(down)
  const low = down - upper
  const step = (columns - 1) / row.length
  for (let x = 0; x < row.length; x++) {
    const across = Math.min(columns - 1.001, x * step)
    const left = Math.floor(across)
    const right = across - left
    const at = upper * columns + left
    const above = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right
    const below = (values[at + columns] ?? 0) * (1 - right) + (values[at + columns + 1] ?? 0) * right
    row[x] = above * (1 - low) + below * low
  }
}
