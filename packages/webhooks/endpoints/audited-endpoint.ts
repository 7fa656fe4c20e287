/** What the audit trail calls an endpoint by. */
export function auditedEndpoint({ id, url }: { readonly id: string; readonly url: string }) {
  return { webhook_id: id, url: auditedUrl(url) }
}

/**
 * What the audit trail says of an endpoint's address: where it is, not the whole of it. Receivers often put a token
 * into the path or behind the question mark, and no secret may enter an immutable log.
 *
 * @example
 * auditedUrl('https://erp.example.com/hooks/1a2b?token=3c4d') // https://erp.example.com/…
 */
export function auditedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
