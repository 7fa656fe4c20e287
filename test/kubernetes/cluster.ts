import { join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../compose/compose-file.js'
import { rendered } from '../support/kubectl.js'

const Labels = Type.Record(Type.String(), Type.String())
const anyObject = Type.Object({
  apiVersion: Type.String(),
  kind: Type.String(),
  metadata: Type.Object({ name: Type.String() }),
})

const Port = Type.Object({ name: Type.String(), containerPort: Type.Number() })
const Probe = Type.Object({
  httpGet: Type.Optional(Type.Object({ path: Type.String(), port: Type.String() })),
  exec: Type.Optional(Type.Object({ command: Type.Array(Type.String()) })),
})

const Container = Type.Object({
  name: Type.String(),
  image: Type.String(),
  command: Type.Optional(Type.Array(Type.String())),
  env: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.Optional(Type.String()) }))),
  envFrom: Type.Optional(Type.Array(Type.Object({ configMapRef: Type.Object({ name: Type.String() }) }))),
  ports: Type.Optional(Type.Array(Port)),
  resources: Type.Object({ requests: Labels, limits: Labels }),
  securityContext: Type.Object({
    allowPrivilegeEscalation: Type.Boolean(),
    readOnlyRootFilesystem: Type.Optional(Type.Boolean()),
    capabilities: Type.Object({ drop: Type.Array(Type.String()) }),
    runAsUser: Type.Optional(Type.Number()),
  }),
  livenessProbe: Type.Optional(Probe),
  readinessProbe: Probe,
})

/** A Deployment or a StatefulSet, as far as tests look at it. */
export const Workload = Type.Object({
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({
    replicas: Type.Optional(Type.Number()),
    template: Type.Object({
      metadata: Type.Object({ labels: Labels }),
      spec: Type.Object({
        automountServiceAccountToken: Type.Boolean(),
        terminationGracePeriodSeconds: Type.Number(),
        securityContext: Type.Object({ runAsNonRoot: Type.Boolean(), runAsUser: Type.Number() }),
        containers: Type.Array(Container),
        volumes: Type.Array(
          Type.Object({
            name: Type.String(),
            secret: Type.Optional(
              Type.Object({
                secretName: Type.String(),
                items: Type.Array(Type.Object({ key: Type.String() })),
              }),
            ),
          }),
        ),
      }),
    }),
  }),
})

const ConfigMap = Type.Object({ metadata: Type.Object({ name: Type.String() }), data: Labels })

/** The objects that an overlay makes. */
export interface Cluster {
  readonly objects: readonly Static<typeof anyObject>[]
  /** those of a kind, read as a schema says */
  of<S extends TSchema>(kind: string, schema: S): readonly Static<S>[]
  /** the environment of a container, with what it takes from elsewhere */
  environmentOf(container: Static<typeof Container>): Readonly<Record<string, string>>
}

export const KUBERNETES = join(ROOT, 'infra/kubernetes')

export function clusterOf(overlay: 'small' | 'large'): Cluster {
  return clusterIn(join(KUBERNETES, 'overlays', overlay))
}

/** The objects that the kustomization of a folder makes. */
export function clusterIn(folder: string): Cluster {
  const text = rendered(folder)
  // Checked, not parsed: that would take away what the schema does not name.
  const objects = parseAllDocuments(text).map((document) => {
    const object: unknown = document.toJS()
    Value.Assert(anyObject, object)
    return object
  })
  const of: Cluster['of'] = (kind, schema) =>
    objects.filter((object) => object.kind === kind).map((object) => Value.Parse(schema, object))
  const maps = new Map(of('ConfigMap', ConfigMap).map(({ metadata, data }) => [metadata.name, data]))
  return {
    objects,
    of,
    environmentOf({ env = [], envFrom = [] }) {
      const taken = envFrom.map(({ configMapRef: { name } }) => {
        const data = maps.get(name)
        if (data === undefined) throw new Error(`there is no ConfigMap ${name}`)
        return data
      })
      const own = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
      return Object.assign({}, ...taken, Object.fromEntries(own))
    },
  }
}
