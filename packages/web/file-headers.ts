/**
 * The headers of a file that people have sent: a browser takes it for nothing but what it is, offers it for saving, and runs nothing of it
 * should it be opened all the same.
 */
export function fileHeaders(file: {
  readonly media_type: string
  readonly name?: string | undefined
}): Readonly<Record<string, string>> {
  const { media_type, name = 'attachment' } = file
  // RFC 6266 and RFC 8187: what is not ASCII stands in the second form.
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return {
    'content-type': media_type,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}
