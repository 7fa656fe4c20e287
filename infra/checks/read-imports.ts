/** One import or re-export of a source file. */
export interface Import {
  readonly module: string
  readonly line: number
  /** nothing of it is left at run time */
  readonly typesOnly: boolean
  /** names as exported; empty for a whole module */
  readonly names: readonly string[]
}

const STATEMENT =
  /\b(?:import|export)\s+(type\s+)?(?:\w+\s*,\s*)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?|\w+)\s*from\s*['"]([^'"\s]+)['"]/g
const BARE = /\b(?:import|require|resolve)\s*\(?\s*['"]([^'"\s]+)['"]/g

/** The imports of a TypeScript source, in whichever of its forms. */
export function readImports(source: string): readonly Import[] {
  const code = withoutComments(source)
  const found = [...code.matchAll(STATEMENT)].map((match): Import => {
    const [, type, list = '', module = ''] = match
    const specifiers = list
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const typesOnly =
      Boolean(type) || (specifiers.length > 0 && specifiers.every((one) => one.startsWith('type ')))
    const names = specifiers.map((one) => one.replace(/^type\s+/, '').replace(/\s+as\s+.*$/, ''))
    return { module, line: lineOf(code, match.index), typesOnly, names }
  })
  const bare = [...code.matchAll(BARE)].map((match): Import => {
    const [, module = ''] = match
    return { module, line: lineOf(code, match.index), typesOnly: false, names: [] }
  })
  return [...found, ...bare]
}

/** Lines on which a source reaches for the environment. */
export function readsEnvironment(source: string): readonly number[] {
  const code = withoutComments(source)
  return [...code.matchAll(/\bprocess\s*\.\s*env\b|\benv\b[^\n]*\}\s*=\s*process\b/g)].map(({ index }) =>
    lineOf(code, index),
  )
}

/** Comments become blanks, so that line numbers stay. A URL's slashes are no comment. */
function withoutComments(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

function lineOf(code: string, index: number): number {
  return code.slice(0, index).split('\n').length
}
