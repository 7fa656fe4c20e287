/**
 * Where to go after a form, when an address says so: a path of this site, else the other one. Nothing that a browser
 * would read as another site's address passes.
 *
 * @param path given by the author of the link, who is not trusted
 */
export function localPath(path: unknown, otherwise: string): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return otherwise
  const { origin, pathname, search } = new URL(path, 'http://here.invalid')
  // A path such as `/.//evil.example` is ours until its dots are gone.
  return origin === 'http://here.invalid' && !pathname.startsWith('//') ? `${pathname}${search}` : otherwise
}
