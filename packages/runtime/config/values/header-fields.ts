/** Reads headers as OpenTelemetry writes them, `name=value,name=value` with values percent-encoded. Throws when they are none. */
export function headerFields(text: string): Readonly<Record<string, string>> {
  const fields = text.split(',').map((field) => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)=(.*?)\s*$/.exec(field) ?? []
    if (name === undefined || value === undefined) throw new RangeError('no header')
    const decoded = decodeURIComponent(value)
    if (!/^[\x20-\x7e]*$/.test(decoded)) throw new RangeError('no header')
    return [name.toLowerCase(), decoded]
  })
  return Object.fromEntries(fields)
}
