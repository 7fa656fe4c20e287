/** What waits where a person is sent back to. */
export type TargetKind = 'site' | 'computer' | 'app'

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Whether a redirect URI leads to a web site, a program of the same computer, or an app by a scheme of its own. */
export function targetKind(redirectUri: string): TargetKind {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return 'app'
  return LOOPBACK.includes(hostname) ? 'computer' : 'site'
}
