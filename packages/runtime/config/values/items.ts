/** Reads a comma-separated list, item by item. Throws when it has no items. */
export function items<Item>(text: string, read: (item: string) => Item): readonly Item[] {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.at(-1) === '') parts.pop()
  if (parts.length === 0) throw new RangeError(text)
  return parts.map(read)
}
