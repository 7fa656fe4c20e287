/** Whether a query string gives one of some parameters. */
export function asksFor(...parameters: readonly string[]): (query: unknown) => boolean {
  return (query) =>
    typeof query === 'object' &&
    query !== null &&
    parameters.some((parameter) => Reflect.get(query, parameter) !== undefined)
}
