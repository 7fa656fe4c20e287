/** The `Link` header of a page (RFC 8288). */
export function pageLinks(links: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(links)
    .flatMap(([rel, url]) => (url === undefined ? [] : [`<${url}>; rel="${rel}"`]))
    .join(', ')
}

/** The same address with some query parameters set, or left out when undefined. */
export function withQuery(
  url: string,
  changes: Readonly<Record<string, string | number | undefined>>,
): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(name)
    else parameters.set(name, String(value))
  }
  return `${path}?${parameters}`
}
