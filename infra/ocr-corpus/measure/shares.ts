/** A part of one with three digits; nothing when there is none. */
export const part = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3))

/** A part of one as a percentage; nothing when there is none. */
export const percentage = (value: number): string =>
  Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`
