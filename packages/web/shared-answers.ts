/**
 * Lets callers who ask for the same in one turn of the event loop share one answer. No caller is answered by work that began
 * before the call. What callers may not share belongs in the key.
 *
 * @example
 * const shared = sharedAnswers<Page>()
 * const page = await shared(`${company} ${url}`, () => readPage(company, url))
 */
export function sharedAnswers<Answer>(): (key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()

  async function begin(key: string, work: () => Promise<Answer>): Promise<Answer> {
    await new Promise((resolve) => setImmediate(resolve))
    asked.delete(key)
    return work()
  }

  return (key, work) => {
    const answer = asked.get(key) ?? begin(key, work)
    asked.set(key, answer)
    return answer
  }
}
