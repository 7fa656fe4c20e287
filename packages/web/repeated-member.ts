/**
 * Where a JSON text names a member of an object that it has named before (JSON pointer, RFC 6901); undefined: nowhere. JSON.parse
 * keeps the last one in silence, other readers the first, so that two of them see different messages.
 *
 * Members are counted, which costs a hundredth of what validation does; only when there are fewer in the value than in the text is the
 * text read once more.
 *
 * @param text what JSON.parse has made `value` of
 */
export function repeatedMember(text: string, value: unknown): string | undefined {
  return membersWritten(text) === membersIn(value) ? undefined : findRepeated(text)
}

function membersWritten(text: string): number {
  let members = 0
  let at = text.indexOf('"')
  while (at !== -1) {
    const end = endOfString(text, at)
    if (isFollowedByColon(text, end)) members += 1
    at = text.indexOf('"', end)
  }
  return members
}

function membersIn(value: unknown): number {
  let members = 0
  const left: unknown[] = [value]
  while (left.length > 0) {
    const node = left.pop()
    if (typeof node !== 'object' || node === null) continue
    const inside: readonly unknown[] = Array.isArray(node) ? node : Object.values(node)
    if (!Array.isArray(node)) members += inside.length
    for (const one of inside) if (typeof one === 'object') left.push(one)
  }
  return members
}

/** The place after the closing quotation mark of the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

const BLANK = new Set([' ', '\t', '\n', '\r'])

function isFollowedByColon(text: string, end: number): boolean {
  let at = end
  while (BLANK.has(text[at] ?? '')) at += 1
  return text[at] === ':'
}

/** An object or a list that is being read. */
interface Level {
  /** of an object: the names so far */
  readonly names: Set<string> | undefined
  /** the member, or the place in the list, that is being read */
  step: string | number
}

function findRepeated(text: string): string | undefined {
  const open: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const level = open.at(-1)
    switch (text[at]) {
      case '{':
        open.push({ names: new Set(), step: '' })
        break
      case '[':
        open.push({ names: undefined, step: 0 })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (typeof level?.step === 'number') level.step += 1
        break
      case '"': {
        const end = endOfString(text, at)
        if (level?.names && isFollowedByColon(text, end)) {
          const name: string = JSON.parse(text.slice(at, end))
          level.step = name
          if (level.names.has(name)) return pointerTo(open)
          level.names.add(name)
        }
        at = end - 1
      }
    }
  }
  return undefined
}

function pointerTo(open: readonly Level[]): string {
  return open.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
