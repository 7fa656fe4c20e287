import type { Refusal } from '../customers.js'

const MOST_NAMED = 5

/** Which requests were refused, and whether by a process that was just being replaced. */
export function refusals() {
  const replacements: { readonly url: string; until: number }[] = []
  const others: Refusal[] = []
  let excused = 0
  const isExcused = ({ url, began }: Refusal): boolean =>
    replacements.some((one) => one.url === url && one.until >= began)
  return {
    take(refusal: Refusal): void {
      if (isExcused(refusal)) excused += 1
      else others.push(refusal)
    },
    /** Refusals by the process at an address are excused from now on; returns what ends it. */
    excuse(url: string): () => void {
      const replacement = { url, until: Number.POSITIVE_INFINITY }
      replacements.push(replacement)
      return () => {
        replacement.until = performance.now()
      }
    },
    excused: () => excused,
    others: () => others.length,
    /** some of the others, for people */
    named: (): readonly string[] =>
      others
        .slice(0, MOST_NAMED)
        .map(({ url, status }) => `${url} ${status === undefined ? 'gave no answer' : `answered ${status}`}`),
  }
}
