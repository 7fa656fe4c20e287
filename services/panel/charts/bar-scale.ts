/** Where bars stand in a picture, and where they may reach to; units of the picture, from its upper edge. */
export interface BarSpace {
  readonly ground: number
  readonly top: number
}

/** What there is at all is seen. */
const LEAST = 2

/** How high bars are, and the lines behind them. */
export interface BarScale {
  /** of a bar; at least as high as can be seen */
  height(value: number): number
  /** at nothing, half way and the top, each once */
  ticks(write: (value: number) => string): readonly { readonly label: string; readonly y: number }[]
}

/** The scale for bars of which the highest stands for so much. */
export function barScale(highest: number, { ground, top }: BarSpace): BarScale {
  const most = niceTop(highest)
  const share = (value: number): number => (value / most) * (ground - top)
  return {
    height: (value) => rounded(Math.max(share(value), LEAST)),
    ticks: (write) =>
      [0, most / 2, most].map((value) => ({ label: write(value), y: rounded(ground - share(value)) })),
  }
}

/** To a tenth, which is finer than anybody sees. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** The least of 2, 4, 10, 20, 40, 100… that is high enough, so that its half is a whole number too. */
function niceTop(highest: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 10].map((times) => times * unit).find((each) => each >= highest)
    if (top !== undefined) return top
  }
}
