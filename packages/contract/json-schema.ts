import { type TObject, type TProperties, type TSchema, Type, TypeGuard } from '@sinclair/typebox'

/** A schema that takes one of the given strings, as `enum`, which reads better than `anyOf` everywhere. */
export function oneOf<const T extends string>(
  values: readonly T[],
  description: string,
  options: { default?: NoInfer<T> } = {},
) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], description, ...options })
}

/** The optional query parameter of what can be read as it was. */
export function asOf(description: string) {
  return Type.Optional(Type.String({ description, format: 'date-time' }))
}

/** An object that takes no other members. Those with a default may be left out; by then they have been filled in. */
export function closed<T extends TProperties>(
  properties: T,
  options: { title?: string; description?: string } = {},
): TObject<T> {
  const schema = Type.Object(properties, { additionalProperties: false, ...options })
  const needed = Object.entries(properties).flatMap(([name, member]) =>
    TypeGuard.IsOptional(member) || member.default !== undefined ? [] : [name],
  )
  if (needed.length > 0) Object.assign(schema, { required: needed })
  else Reflect.deleteProperty(schema, 'required')
  return schema
}

/** A read-only array. */
export function list<T extends TSchema>(
  items: T,
  options: { description?: string; minItems?: number; maxItems?: number } = {},
) {
  return Type.Unsafe<readonly T['static'][]>(Type.Array(items, options))
}

/** The same schema with unions of strings turned into `enum`, all the way down. */
export function plain<Schema extends TSchema>(schema: Schema): Schema
export function plain(schema: TSchema): TSchema {
  if (Array.isArray(schema.anyOf)) {
    const { anyOf, ...rest } = schema
    return Type.Unsafe({ ...rest, type: 'string', enum: anyOf.map((branch: TSchema) => branch.const) })
  }
  if (schema.type === 'array') return Type.Unsafe({ ...schema, items: plain(schema.items) })
  if (schema.type !== 'object') return schema
  const properties = Object.entries<TSchema>(schema.properties).map(([name, member]) => [name, plain(member)])
  return Type.Unsafe({ ...schema, properties: Object.fromEntries(properties) })
}

/** Text, or `null`. */
export function textOrNull(description: string) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], description })
}

/** The same schema, admitting `null` too. */
export function nullable(schema: TSchema): TSchema {
  const { type, enum: values, ...rest } = schema
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}
