import type { ClientBase } from 'pg'

/** What runs statements: a connection, or a pool. */
export type Queries = Pick<ClientBase, 'query'>

/**
 * An insert or update that can be run together with others, in one statement of all: none sees what another one writes,
 * but what it returns, by its name.
 */
export interface Statement {
  /** its name among the others, which may use it as a table of what it returns */
  readonly as: string
  /** with parameters from $1 on */
  readonly text: string
  readonly values: readonly unknown[]
}

/** Statements as one; `last` is a query that comes to an end after all of them. */
export function joinedStatement(
  statements: readonly Statement[],
  last = 'select',
): { readonly name?: string; readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = []
  const parts = statements.map((statement) => {
    const before = values.length
    values.push(...statement.values)
    const text = statement.text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)
    return `${statement.as} as (${text})`
  })
  const text = `with ${parts.join(',\n')}\n${last}`
  return { ...named(text), text, values }
}

/** Different texts that are prepared; each takes memory of every connection that has run it. */
const MOST_PREPARED = 64

const prepared = new Map<string, string>()

/** The name that a text is prepared under; none once there are too many. */
function named(text: string): { readonly name?: string } {
  const known = prepared.get(text)
  if (known !== undefined) return { name: known }
  if (prepared.size === MOST_PREPARED) return {}
  const name = `projections ${prepared.size + 1}`
  prepared.set(text, name)
  return { name }
}

const TEXT = 25
const HEADER_BYTES = 20
const LENGTH_BYTES = 4

/**
 * Texts as a parameter of type text[], in the binary form of Postgres (array_recv): neither we nor the server have to look at
 * each character for what must be quoted.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)))
  const bytes = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(0, length), HEADER_BYTES)
  const array = Buffer.allocUnsafe(bytes)
  const header = [1, lengths.includes(-1) ? 1 : 0, TEXT, texts.length, 1]
  let place = header.reduce((at, value) => array.writeInt32BE(value, at), 0)
  for (const [index, text] of texts.entries()) {
    place = array.writeInt32BE(lengths[index] ?? -1, place)
    if (text !== null) place += array.write(text, place)
  }
  return array
}
