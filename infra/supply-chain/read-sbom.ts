import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Component = Type.Object({
  name: Type.String(),
  version: Type.String(),
  'bom-ref': Type.String(),
  purl: Type.String(),
  properties: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  licenses: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Object({
          license: Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }),
        }),
        Type.Object({ expression: Type.String() }),
      ]),
    ),
  ),
})

// Properties that are not named here stay in the document.
const Sbom = Type.Object({
  bomFormat: Type.Literal('CycloneDX'),
  metadata: Type.Object({ component: Type.Object({ name: Type.String() }) }),
  components: Type.Array(Component),
  dependencies: Type.Array(Type.Object({ ref: Type.String(), dependsOn: Type.Array(Type.String()) })),
})

/** A package that is shipped. */
type Component = Static<typeof Component>

type Sbom = Static<typeof Sbom>

/**
 * Reads what `npm sbom` printed about all packages, and leaves out those that only development needs. (`--omit=dev` would also leave
 * out what the root needs for development and a workspace in production.) `undefined` when it is no CycloneDX document.
 *
 * @param name of the project, which npm names after its folder
 */
export function readSbom(printed: string, name: string): Sbom | undefined {
  try {
    const document: unknown = JSON.parse(printed)
    return Value.Check(Sbom, document) ? shipped(document, name) : undefined
  } catch {
    return undefined
  }
}

function shipped(document: Sbom, name: string): Sbom {
  const dropped = new Set(
    document.components.filter(isForDevelopment).map((component) => component['bom-ref']),
  )
  const kept = (ref: string): boolean => !dropped.has(ref)
  const { metadata } = document
  return {
    ...document,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: document.components.filter((component) => kept(component['bom-ref'])),
    dependencies: document.dependencies
      .filter(({ ref }) => kept(ref))
      .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn.filter(kept) })),
  }
}

const isForDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

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
