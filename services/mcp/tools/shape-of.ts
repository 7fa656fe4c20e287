import type { TSchema } from '@sinclair/typebox'

/**
 * A schema of the REST interface without what it says to people who write programs: the names of its members say enough to a
 * model, and each word of a tool's description is paid for in every conversation. Neither are the values of texts promised, so that
 * a later version may know more of them.
 */
export function shapeOf<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    title: undefined,
    description: undefined,
    ...(schema.type === 'string' && { enum: undefined }),
    ...(properties && { properties: shapesOf(properties) }),
    ...(items && { items: shapeOf(items) }),
    ...(anyOf && { anyOf: anyOf.map(shapeOf) }),
  }
}

export function shapesOf<Schemas extends Readonly<Record<string, TSchema>>>(schemas: Schemas): Schemas {
  return Object.assign(
    {},
    schemas,
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)])),
  )
}
