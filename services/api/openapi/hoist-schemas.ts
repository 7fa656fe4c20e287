import { isDeepStrictEqual } from 'node:util'

/**
 * Moves every schema that has a title to `components.schemas` and leaves a reference in its place. What differs from
 * the first of its title stays where it is.
 */
export function hoistTitledSchemas<D extends { components?: object }>(document: D): D {
  const hoisted = structuredClone(document)
  const schemas: Record<string, unknown> = {}
  hoistWithin(hoisted, schemas)
  hoisted.components = { ...hoisted.components, schemas }
  return hoisted
}

function hoistWithin(node: object, schemas: Record<string, unknown>): void {
  for (const [name, member] of Object.entries(node)) {
    if (typeof member !== 'object' || member === null) continue
    hoistWithin(member, schemas)
    const title = titleOf(member)
    if (title === undefined) continue
    if (title in schemas && !isDeepStrictEqual(schemas[title], member)) continue
    schemas[title] = member
    Reflect.set(node, name, { $ref: `#/components/schemas/${title}` })
  }
}

/** A schema's title. A property that is called title, and the document's own, are no schemas. */
function titleOf(node: object): string | undefined {
  const isSchema = 'title' in node && 'type' in node && node.type === 'object'
  return isSchema && typeof node.title === 'string' ? node.title : undefined
}
