const NAMES = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Whether a host means the very machine that uses it (RFC 8252, sections 7.3 and 8.3).
 *
 * @param hostname as `URL` writes it: in lower case, IPv6 in brackets
 */
export function isLoopbackHost(hostname: string): boolean {
  return NAMES.includes(hostname)
}
