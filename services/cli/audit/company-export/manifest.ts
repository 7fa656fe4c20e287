/** What an export of a company's events holds. */
export interface Manifest {
  /** SHA-256, hex, of each file by its name, sorted; the manifest itself is left out */
  readonly files: ReadonlyMap<string, string>
  readonly company: string
  /** instants, RFC 3339: events recorded from the one on, and before the other; undefined: all */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly events: number
  readonly streams: number
  /** of the tree that the proofs lead to; undefined: there are no proofs */
  readonly size: number | undefined
}

/** The names of all files that an export may hold. */
const NAME = /^(?:events\.jsonl|proofs\.jsonl|keys\.txt|absent-documents\.txt|documents\/[0-9a-f]{64}\.pdf)$/
const FILE = /^([0-9a-f]{64}) {2}(\S+)$/
const FACT = /^(company|since|until|events|streams|size) (\S+)$/
const COUNT = /^(?:0|[1-9]\d{0,14})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The text of a manifest: a line for each file, as `sha256sum --check` reads them, then one for each fact. */
export function manifestText({ files, ...facts }: Manifest): string {
  const { company, since, until, events, streams, size } = facts
  const lines = [
    ...[...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}`),
    ...Object.entries({ company, since, until, events, streams, size })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} ${value}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/**
 * Reads the text of a manifest.
 *
 * @throws RangeError saying which line is wrong, or what is missing
 */
export function readManifest(text: string): Manifest {
  const files = new Map<string, string>()
  const facts = new Map<string, string>()
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const [, sum, name] = FILE.exec(line) ?? []
    const [, fact, value] = FACT.exec(line) ?? []
    if (sum !== undefined && name !== undefined && NAME.test(name) && !files.has(name)) files.set(name, sum)
    else if (fact !== undefined && value !== undefined && !facts.has(fact)) facts.set(fact, value)
    else throw new RangeError(`line ${index + 1} is neither a file of an export nor a fact about it`)
  }
  if (!files.has('events.jsonl')) throw new RangeError('it does not name events.jsonl')
  const size = fact(facts, 'size', COUNT)
  return {
    files,
    company: required(facts, 'company', UUID),
    since: fact(facts, 'since', INSTANT),
    until: fact(facts, 'until', INSTANT),
    events: Number(required(facts, 'events', COUNT)),
    streams: Number(required(facts, 'streams', COUNT)),
    size: size === undefined ? undefined : Number(size),
  }
}

function fact(facts: ReadonlyMap<string, string>, name: string, form: RegExp): string | undefined {
  const value = facts.get(name)
  if (value !== undefined && !form.test(value)) throw new RangeError(`its line "${name}" is malformed`)
  return value
}

function required(facts: ReadonlyMap<string, string>, name: string, form: RegExp): string {
  const value = fact(facts, name, form)
  if (value === undefined) throw new RangeError(`its line "${name}" is missing`)
  return value
}
