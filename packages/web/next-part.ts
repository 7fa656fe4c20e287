import type { ExpensiveReads } from './expensive-reads.js'

/** Some of an export's text, and what is needed to go on. */
interface Part<Rest> {
  readonly text: string
  readonly rest: Rest
}

/** Makes the next part of an export when it is the company's turn. An export that has begun is never refused. */
export async function nextPart<Rest>(
  expensive: ExpensiveReads,
  company: string,
  make: () => Promise<Part<Rest>>,
): Promise<Part<Rest>> {
  const turn = await expensive.enter(company, { isPatient: true })
  let bytes = 0
  try {
    const part = await make()
    bytes = part.text.length
    return part
  } finally {
    if (turn.ok) turn.leave(bytes)
  }
}
