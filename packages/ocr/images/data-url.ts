import type { ImageFault } from './image-fault.js'

/** More bytes than this an image may not have: 10 MB. */
export const LARGEST_IMAGE = 10 * 1024 * 1024

/** As text it is a third longer, and may be broken into lines. What is longer still is not looked at. */
export const LONGEST_DATA_URL = 15 * 1024 * 1024

const LONGEST_HEADER = 256
// RFC 2397; parameters of the media type, such as a name, mean nothing to us.
const HEADER = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=(?:[\w.+%-]+|"[^"]*"))*;base64$/i

export type ReadDataUrl =
  | { readonly ok: true; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: ImageFault }

/**
 * Takes a data URL apart: base64 only, in its standard alphabet and with its padding. Line breaks are passed over, as tools
 * write them every 76 characters.
 */
export function readDataUrl(text: string): ReadDataUrl {
  if (text.length > LONGEST_DATA_URL) return refused('too_large')
  const comma = text.slice(0, LONGEST_HEADER).indexOf(',')
  const mediaType = comma === -1 ? undefined : HEADER.exec(text.slice(0, comma).trimStart())?.[1]
  if (mediaType === undefined) return refused('no_data_url')
  const base64 = inOneLine(text.slice(comma + 1))
  if (base64 === '') return refused('empty')
  if (decodedLength(base64) > LARGEST_IMAGE) return refused('too_large')
  const bytes = Buffer.from(base64, 'base64')
  // Buffer passes over what is no base64; only what it would write itself is.
  if (bytes.toString('base64') !== base64) return refused('no_base64')
  return { ok: true, mediaType: mediaType.toLowerCase(), bytes }
}

const refused = (code: 'no_data_url' | 'no_base64' | 'empty' | 'too_large'): ReadDataUrl => ({
  ok: false,
  fault: { code },
})

const inOneLine = (text: string): string => (/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, '') : text)

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}
