import { isLoopbackHost } from '@ecmr/accounts/oauth'

/** What waits where a person is sent back to. */
export type TargetKind = 'site' | 'computer' | 'app'

/** Whether a redirect URI leads to a web site, a program of the same computer, or an app by a scheme of its own. */
export function targetKind(redirectUri: string): TargetKind {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return 'app'
  return isLoopbackHost(hostname) ? 'computer' : 'site'
}
