import { dirname, join } from 'node:path/posix'
import { readImports } from './read-imports.js'

type Graph = ReadonlyMap<string, readonly string[]>

/**
 * The import cycles of a project, one line each: among its files by relative imports, and among its packages and
 * services. Type-only imports count.
 *
 * @param sources by path, relative to the project
 */
export function findCycles(sources: ReadonlyMap<string, string>): readonly string[] {
  const files = new Map<string, string[]>()
  const packages = new Map<string, string[]>()
  for (const [path, source] of sources) {
    const own = packageOf(path)
    const modules = readImports(source).map(({ module }) => module)
    const relative = modules.filter((module) => module.startsWith('.'))
    files.set(
      path,
      relative.map((module) => join(dirname(path), module).replace(/\.js$/, '.ts')),
    )
    const others = modules.flatMap((module) => /^@ecmr\/([^/]+)/.exec(module)?.[1] ?? [])
    packages.set(own, [...(packages.get(own) ?? []), ...others.filter((name) => name !== own)])
  }
  return [...cyclesOf(files), ...cyclesOf(packages)].map((cycle) => `import cycle: ${cycle.join(' → ')}`)
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? path
}

/** One cycle, the shortest, through each node that no reported cycle holds yet. */
function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const reported = new Set<string>()
  const cycles: (readonly string[])[] = []
  for (const start of [...graph.keys()].toSorted()) {
    const cycle = reported.has(start) ? undefined : shortestCycle(graph, start)
    if (cycle === undefined) continue
    for (const node of cycle) reported.add(node)
    cycles.push(cycle)
  }
  return cycles
}

function shortestCycle(graph: Graph, start: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...wayTo(node, start, cameFrom), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(node: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [node]
  for (let at = node; at !== start; ) {
    at = cameFrom.get(at) ?? start
    way.unshift(at)
  }
  return way
}
