import { readdirSync, readFileSync } from 'node:fs'

/** The processes below another that render documents. */
export function renderersOf(ancestor: number | undefined): readonly number[] {
  const children = childrenByParent()
  const below = (pid: number): readonly number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)])
  return ancestor === undefined ? [] : below(ancestor).filter(rendersDocuments)
}

function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? parentOf(pid) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  return children
}

/** Undefined for a process that has ended meanwhile. */
function parentOf(pid: number): number | undefined {
  try {
    // The name of a program stands in parentheses and may hold blanks.
    const [, after = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(after)
  } catch {
    return undefined
  }
}

function rendersDocuments(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('documents/dist/renderer/process')
  } catch {
    return false
  }
}
