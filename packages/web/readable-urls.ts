import type { IncomingMessage } from 'node:http'

/** An address with percent signs that mean nothing, as in `/seguimiento/100%`, is read as if it said `%25`. */
export function readableUrl({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.includes('%') || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
