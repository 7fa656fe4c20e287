const SHORT = 80

/** The beginning of a text, where there is no room for all of it. */
export function brief(text: string, most = SHORT): string {
  if (text.length <= most) return text
  // By whole characters: half of a surrogate pair is none.
  return `${[...text.slice(0, most)].slice(0, -1).join('').trimEnd()}…`
}
