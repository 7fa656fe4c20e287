import type { ErrorObject } from 'ajv'

/** What may become of a member instead: `nullable` ones may be left out too, an `item` stands in a list. */
export type Member = 'required' | 'optional' | 'nullable' | 'item'

/**
 * What kind of member a fault was found in.
 *
 * @param root the schema that the fault was found by; it says what may be left out
 */
export function memberOf(root: unknown, { schemaPath, parentSchema }: ErrorObject): Member {
  if ([parentSchema?.type].flat().includes('null')) return 'nullable'
  // As in `#/properties/signature/properties/place/minLength`.
  const path = schemaPath.split('/').slice(1, -1)
  const [kind, name] = path.slice(-2)
  if (kind !== 'properties') return 'item'
  const required: unknown = path.slice(0, -2).concat('required').reduce(within, root)
  return Array.isArray(required) && required.includes(name) ? 'required' : 'optional'
}

function within(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null ? Reflect.get(schema, name) : undefined
}
