import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { type Import, readImports, readsEnvironment } from './read-imports.js'
import { RULES, type Rule } from './rules.js'

const OURS = '@ecmr/'
const MAY_READ_ENVIRONMENT = 'packages/runtime/config/'

/** What is wrong with a source file, one line each; its path is relative to the project. */
export function findViolations(path: string, source: string): readonly string[] {
  const rule = ruleFor(path)
  const problems = readImports(source).flatMap((found) => {
    const problem = rule ? problemWith(found, path, rule) : 'has no rule in infra/checks/rules.ts'
    return problem ? [`${path}:${found.line} ${problem}`] : []
  })
  if (path.startsWith(MAY_READ_ENVIRONMENT)) return problems
  const environment = readsEnvironment(source)
  return [
    ...problems,
    ...environment.map((line) => `${path}:${line} reads the environment; only packages/runtime/config does`),
  ]
}

function ruleFor(path: string): Rule | undefined {
  return RULES.filter(({ folder }) => path.startsWith(`${folder}/`))
    .toSorted((one, other) => other.folder.length - one.folder.length)
    .at(0)
}

function problemWith(found: Import, path: string, rule: Rule): string | undefined {
  const { module } = found
  if (module.startsWith('.'))
    return leavesPackage(module, path) ? `imports ${module}, beyond its own package` : undefined
  if (module.startsWith(OURS)) return ourProblem(found, rule)
  const name = isBuiltin(module) && !module.startsWith('node:') ? `node:${module}` : module
  if (rule.othersOnly && !rule.othersOnly.some((allowed) => matches(name, allowed)))
    return `imports ${module}; ${rule.folder} imports nothing but ${rule.othersOnly.join(', ')}`
  if (rule.never?.some((forbidden) => matches(name, forbidden)))
    return `imports ${module}, which ${rule.folder} may not`
  return undefined
}

function ourProblem({ module, typesOnly, names }: Import, rule: Rule): string | undefined {
  const name = module.slice(OURS.length)
  const typesAllowed = rule.typesOf?.includes(name) === true
  if (!rule.ours.includes(name)) {
    if (!typesAllowed) return `imports ${module}, which ${rule.folder} may not`
    if (!typesOnly) return `imports more than types from ${module}`
  }
  const forbidden = names.filter((one) => rule.neverNames?.includes(one))
  return forbidden.length > 0
    ? `imports ${forbidden.join(', ')} from ${module}, which ${rule.folder} may not`
    : undefined
}

function leavesPackage(module: string, path: string): boolean {
  const own = path.split('/').slice(0, 2).join('/')
  return !join(dirname(path), module).startsWith(`${own}/`)
}

/** `name` matches itself and what lies below it; `name*` whatever starts so. */
function matches(module: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return module.startsWith(pattern.slice(0, -1))
  return module === pattern || module.startsWith(`${pattern}/`)
}
