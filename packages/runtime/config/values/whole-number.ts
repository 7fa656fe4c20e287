/** Reads a whole number within bounds. Throws when it is none. */
export function wholeNumber(text: string, bounds: { readonly from: number; readonly to: number }): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= bounds.from && value <= bounds.to)) throw new RangeError(text)
  return value
}
