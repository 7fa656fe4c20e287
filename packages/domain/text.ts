// What texts of notes, forms and metadata may hold. The patterns need the u flag, and are without look-around and classes
// that RE2 does not know: clients in Go and other languages hold texts against them too.

/** Turn the direction of what follows them, so that a text seems to say something else. Right-to-left text needs none. */
const TURNING = '\\u202A-\\u202E\\u2066-\\u2069'
/** Half a surrogate pair is no text. */
const NO_TEXT = `\\uD800-\\uDFFF`
const BREAKS = '\\t\\n\\r\\u2028\\u2029'
const CONTROLS = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F'
/** Spaces, and what leaves nothing on paper. */
const BLANK =
  ' \\xA0\\xAD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F\\u202F\\u205F-\\u2065\\u206A-\\u206F' +
  '\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB'

const FORBIDDEN = `${CONTROLS}${TURNING}${NO_TEXT}`
const SAYING = `[${BREAKS}${BLANK}]*[^${BREAKS}${BLANK}${FORBIDDEN}][^${FORBIDDEN}]*`

/** A text that says something: more than blanks, no control characters but tab and line breaks, nothing that turns it. */
export const PRINTABLE = `^${SAYING}$`

/** The same, or no text. */
export const PRINTABLE_OR_EMPTY = `^(${SAYING})?$`

/** A text that says something in one line, such as a name. */
export const ONE_LINE = `^[${BLANK}]*[^${BREAKS}${BLANK}${FORBIDDEN}][^${BREAKS}${FORBIDDEN}]*$`

const turning = new RegExp(`[${TURNING}]`, 'u')
const blank = new RegExp(`^[${BREAKS}${BLANK}]*$`, 'u')

/** What is wrong with a text that matches none of these patterns. */
export function textFault(text: string): 'blank' | 'turns' | 'controls' {
  if (blank.test(text)) return 'blank'
  return turning.test(text) ? 'turns' : 'controls'
}
