import type { FoundField } from '../read-form.js'

/** One field of each name, the surest; less sure where another place of the paper says something else. */
export function withoutContradictions(fields: readonly FoundField[]): readonly FoundField[] {
  const names = [...new Set(fields.map(({ name }) => name))]
  return names.flatMap((name) => {
    const all = fields.filter((field) => field.name === name)
    const [surest, ...others] = all.toSorted((a, b) => b.confidence - a.confidence)
    if (surest === undefined) return []
    const said = JSON.stringify(surest.value).toLowerCase()
    const doubted = others.some(
      ({ value, confidence }) => confidence > 0.6 && JSON.stringify(value).toLowerCase() !== said,
    )
    return [doubted ? { ...surest, confidence: surest.confidence * 0.8 } : surest]
  })
}
