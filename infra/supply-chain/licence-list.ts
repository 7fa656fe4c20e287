import type { Component } from './read-sbom.js'

/** A line for each package: its licence, name and version, sorted. */
export function licenceList(components: readonly Component[]): string {
  const lines = components.map(
    (component) => `${licenceOf(component)}\t${component.name} ${component.version}`,
  )
  return `${[...new Set(lines)].sort().join('\n')}\n`
}

function licenceOf({ licenses = [] }: Component): string {
  const stated = licenses.map((entry) =>
    'expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ''),
  )
  return stated.filter((text) => text !== '').join(' AND ') || 'none stated'
}
