/** Prints JSON for scripts or, for people, what `text` returns. */
export function print(
  options: { readonly json?: true | undefined },
  value: unknown,
  text: () => string,
): void {
  console.log(options.json === true ? JSON.stringify(value, null, 2) : text())
}
