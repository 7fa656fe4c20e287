/** Whether a query string gives a parameter. */
export function asksFor(parameter: string): (query: unknown) => boolean {
  return (query) => typeof query === 'object' && query !== null && Reflect.get(query, parameter) !== undefined
}
