/** The parameters of an authorization request. One without a value counts as not sent (RFC 6749, section 3.1). */
export interface Parameters {
  /** the value; of several the first */
  one(name: string): string | undefined
  all(name: string): readonly string[]
  isRepeated(name: string): boolean
}

export function parametersOf(query: unknown): Parameters {
  const all = (name: string): readonly string[] => {
    if (typeof query !== 'object' || query === null || !Object.hasOwn(query, name)) return []
    return [Reflect.get(query, name)].flat().filter((value) => typeof value === 'string' && value !== '')
  }
  return { one: (name) => all(name)[0], all, isRepeated: (name) => all(name).length > 1 }
}
