import serializers from '@fastify/fast-json-stringify-compiler'

/**
 * Compiles schemas that read the same but once: the problems that routes may answer, and the ids in their addresses, are a few
 * schemas that occur hundreds of times.
 *
 * @param compile what makes a function of a schema, from nothing but its JSON
 */
export function compileOnce<Schema, Compiled>(
  compile: (schema: Schema) => Compiled,
): (schema: Schema) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const made = compiled.get(text) ?? compile(schema)
    compiled.set(text, made)
    return made
  }
}

const compileSerializer = serializers()()
const serializerOf = compileOnce((schema: unknown) =>
  compileSerializer({ schema, method: '', url: '', httpStatus: '' }),
)

/** What compiles the schemas of answers in all servers of a process. They refer to no schemas but themselves. */
export const serializersOnce = () => (route: { readonly schema?: unknown }) => serializerOf(route.schema)
