/** Hosts of one's own computer that the policy has words for: not `[::1]` (CSP level 3, “host-part matches”). */
const NAMED = ['127.0.0.1', 'localhost']

/**
 * Where the form of consent may lead, as the content security policy writes it: to the program that asked or by the scheme of
 * its app, and to web sites. All of these, as clients send people on to other hosts of theirs, and Chromium asks the policy
 * about each of them. The client chose where it begins, so naming its host would keep nobody out. Nothing else of the URI gets
 * into the header.
 */
export function formTargets(redirectUri: string): readonly string[] {
  const { protocol, hostname, origin } = new URL(redirectUri)
  if (protocol !== 'http:') return [protocol]
  return [NAMED.includes(hostname) ? origin : protocol, 'https:']
}
