/**
 * Where to go after a form, when an address says so: a path of this site, else the other one. Nothing that a browser
 * would read as another site's address passes.
 *
 * @param path given by whoever made the link, so by anybody
 */
export function localPath(path: unknown, otherwise: string): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return otherwise
  const url = new URL(path, 'http://here.invalid')
  return url.origin === 'http://here.invalid' ? `${url.pathname}${url.search}` : otherwise
}
