/**
 * The same document with patterns that RE2 takes as well as ECMAScript, with the same meaning in both: characters are
 * written `\xHH` or as they are, not `\uHHHH`, and halves of surrogate pairs, which RE2 has no name for and the service
 * refuses before, are left out.
 */
export function withPortablePatterns<D extends object>(document: D): D {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === 'pattern' && typeof value === 'string' ? portable(value) : value,
  )
}

const LATIN = 0xff

function portable(pattern: string): string {
  return pattern.replaceAll('\\uD800-\\uDFFF', '').replace(/\\u([0-9A-Fa-f]{4})/g, (_escape, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code > LATIN ? String.fromCharCode(code) : `\\x${hex.slice(2)}`
  })
}
