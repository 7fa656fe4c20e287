import { type TString, Type } from '@sinclair/typebox'

/**
 * Text that stands in one line, such as a name: no character that breaks lines or turns the direction of what follows
 * it, which would let a name say something else than it seems to. Needs the u flag.
 */
export const ONE_LINE = '^[^\\p{Cc}\\u2028-\\u202E\\u2066-\\u2069]*$'

/** A field of a form for such text: at least one character. */
export function oneLine(description: string, maxLength: number): TString {
  return Type.String({
    description,
    minLength: 1,
    maxLength,
    pattern: ONE_LINE,
  })
}
