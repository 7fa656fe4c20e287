import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseConfig } from '@ecmr/runtime'
import { type Static, Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { composeFile, ours, ROOT } from '../compose/compose-file.js'
import { withoutKubectl } from '../support/kubectl.js'
import { type Cluster, clusterIn, clusterOf, KUBERNETES, Workload } from './cluster.js'

const SITE_URL = 'https://notes.example.com'
const options = { skip: withoutKubectl }
const compose = composeFile({ SITE_URL, EVIDENCE_WITNESSES: 'none' })
const services = ours(compose.services).filter(([name]) => !['reader', 'ecmr'].includes(name))
const S3 = ['STORAGE', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_FILE', 'S3_SECRET_KEY_FILE']
const S3_SECRETS = ['s3_access_key', 's3_secret_key']

/** Settings that say something else than in Compose, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  DATA_DIR: 'documents are in a bucket',
  TRUST_PROXY: 'one proxy: the ingress controller, which alone may connect',
  EVENT_STORE: 'the overlay says it',
  EVENTSTOREDB_URL: 'the overlay says it',
}

type Deployed = Static<typeof Workload>

function deployed({ of }: Cluster, name: string): Deployed {
  const found = of('Deployment', Workload).find(({ metadata }) => metadata.name === name)
  if (found === undefined) throw new Error(`there is no Deployment ${name}`)
  return found
}

const serviceOf = ({ spec }: Deployed) => {
  const [service] = spec.template.spec.containers
  if (service?.name !== 'service') throw new Error('the first container is another')
  return service
}

const secretsOf = ({ spec }: Deployed): readonly string[] =>
  spec.template.spec.volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? [])

const networksOf = ({ spec }: Deployed): readonly string[] =>
  Object.keys(spec.template.metadata.labels).flatMap((label) => /^ecmr\.network\/(.+)/.exec(label)?.[1] ?? [])

function secretsIn(t: Test): string {
  const dir = t.testdir()
  cpSync(join(ROOT, 'infra/containers/create-secrets.sh'), join(dir, 'create-secrets.sh'))
  execFileSync(join(dir, 'create-secrets.sh'))
  for (const name of S3_SECRETS) writeFileSync(join(dir, 'secrets', name), 'x\n')
  return join(dir, 'secrets')
}

t.test('every service of Compose is there', options, async (t) => {
  const names = clusterOf('small')
    .of('Deployment', Workload)
    .map(({ metadata }) => metadata.name)
  t.strictSame(new Set(names), new Set(services.map(([name]) => name)))
})

for (const [name, service] of services)
  t.test(`${name} is what it is in Compose`, options, async (t) => {
    const cluster = clusterOf('large')
    const deployment = deployed(cluster, name)
    const container = serviceOf(deployment)
    const env = cluster.environmentOf(container)
    const { environment } = service

    const stores = 'DATA_DIR' in environment && ['api', 'panel', 'documents'].includes(name)
    const more = stores ? S3 : []
    const less = 'DATA_DIR' in environment ? [] : ['DATA_DIR']
    t.strictSame(new Set(Object.keys(env)), new Set([...Object.keys(environment), ...more, ...less]))
    for (const [variable, value] of Object.entries(environment))
      if (!(variable in DIFFERENT)) t.equal(env[variable], String(value), variable)

    t.strictSame(container.command, service.command)
    const [, port = ''] = /127\.0\.0\.1:(\d+)\/readyz/.exec(service.healthcheck?.test?.join(' ') ?? '') ?? []
    const ports = [
      { name: 'http', containerPort: Number(port) },
      { name: 'metrics', containerPort: Number(port) + 1_000 },
    ]
    t.strictSame(container.ports, ports)
    t.strictSame(new Set(secretsOf(deployment)), new Set([...service.secrets, ...(stores ? S3_SECRETS : [])]))
    const networks = name === 'documents' ? [...service.networks, 'storage'] : service.networks
    t.strictSame(new Set(networksOf(deployment)), new Set(networks))
    t.equal(container.resources.limits.memory, service.deploy.resources.limits.memory.replace(/M$/, 'Mi'))
    t.match(container.image, new RegExp(`^${service.image}$`))
    const { securityContext, terminationGracePeriodSeconds } = deployment.spec.template.spec
    t.equal(`${securityContext.runAsUser}:1000`, service.user)
    t.ok(terminationGracePeriodSeconds >= Number.parseInt(service.stop_grace_period ?? '', 10))

    const usesReader = 'OCR_READER_SOCKET' in environment
    t.strictSame(
      deployment.spec.template.spec.containers.map((each) => each.name),
      usesReader ? ['service', 'reader'] : ['service'],
    )
  })

for (const overlay of ['small', 'large'] as const)
  t.test(
    `${overlay}: every process can start with its settings, and is confined and asked how it is`,
    options,
    async (t) => {
      const cluster = clusterOf(overlay)
      const secrets = secretsIn(t)
      for (const deployment of cluster.of('Deployment', Workload)) {
        const { name } = deployment.metadata
        for (const container of deployment.spec.template.spec.containers) {
          const env = Object.entries(cluster.environmentOf(container))
          const here = env.map(([key, value]) => [key, value.replace('/run/secrets', secrets)])
          const sealsNothing = ['mcp', 'documents'].includes(name) || container.name === 'reader'
          const config = parseConfig(Object.fromEntries(here), { port: 8080, sealsNothing })
          t.strictSame(config.warnings, [], `${name}/${container.name}`)
          if (container.name === 'service' && !sealsNothing)
            t.equal(config.eventStore.kind, overlay === 'small' ? 'postgres' : 'eventstoredb', name)
          t.match(container.securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
          if (container.name === 'reader') t.equal(container.securityContext.runAsUser, 1001)
          else {
            t.match(container.livenessProbe?.httpGet, { path: '/livez', port: 'http' }, name)
            t.match(container.readinessProbe.httpGet, { path: '/readyz', port: 'http' }, name)
          }
        }
        t.match(
          deployment.spec.template.spec,
          { automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } },
          name,
        )
      }
    },
  )

const Scaler = Type.Object({
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({ minReplicas: Type.Number(), maxReplicas: Type.Number() }),
})
const Budget = Type.Object({
  spec: Type.Object({
    maxUnavailable: Type.Number(),
    selector: Type.Object({ matchLabels: Type.Record(Type.String(), Type.String()) }),
  }),
})

t.test(
  'those that can be many are scaled, and each goes one by one when nodes are emptied',
  options,
  async (t) => {
    const cluster = clusterOf('large')
    const scaled = cluster.of('HorizontalPodAutoscaler', Scaler)
    t.strictSame(scaled.map(({ metadata }) => metadata.name).toSorted(), ['api', 'mcp', 'notifier', 'panel'])
    for (const { spec } of scaled) t.ok(spec.minReplicas >= 2 && spec.maxReplicas > spec.minReplicas)
    const workloads = [...cluster.of('Deployment', Workload), ...cluster.of('StatefulSet', Workload)]
    for (const { metadata, spec } of workloads) {
      const isScaled = scaled.some((each) => each.metadata.name === metadata.name)
      t.equal(spec.replicas === undefined, isScaled, `${metadata.name}: who says how many`)
    }
    const guarded = cluster
      .of('PodDisruptionBudget', Budget)
      .map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/component'])
    t.strictSame(new Set(guarded), new Set(workloads.map(({ metadata }) => metadata.name)))
  },
)

const Policy = Type.Object({
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({
    podSelector: Type.Object({ matchLabels: Type.Optional(Type.Record(Type.String(), Type.String())) }),
    policyTypes: Type.Array(Type.String()),
    ingress: Type.Optional(Type.Array(Type.Unknown())),
    egress: Type.Optional(Type.Array(Type.Unknown())),
  }),
})

t.test('everything is closed but the networks that pods are on', options, async (t) => {
  for (const overlay of ['small', 'large'] as const) {
    const cluster = clusterOf(overlay)
    const policies = cluster.of('NetworkPolicy', Policy)
    const closed = policies.find(({ metadata }) => metadata.name === 'closed')
    t.strictSame(closed?.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    const networks = policies.flatMap(({ spec }) =>
      Object.keys(spec.podSelector.matchLabels ?? {}).flatMap(
        (label) => /^ecmr\.network\/(.+)/.exec(label)?.[1] ?? [],
      ),
    )
    const used = cluster.of('Deployment', Workload).flatMap(networksOf)
    // The log is in PostgreSQL.
    const without = overlay === 'small' ? ['log'] : []
    t.strictSame(new Set([...networks, ...without]), new Set(used), overlay)
    const { podSelector } = policies.find(({ metadata }) => metadata.name === 'nats')?.spec ?? {}
    t.strictSame(podSelector, { matchLabels: { 'app.kubernetes.io/component': 'nats' } })
  }
})

/** An overlay of an operator's own, with the component that sends traces to a collector. */
function clusterWithTraces(t: Test): Cluster {
  const folder = mkdtempSync(join(ROOT, 'test/dist/traces-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const lies = (path: string): string => relative(folder, join(KUBERNETES, path))
  const overlay = { resources: [lies('overlays/small')], components: [lies('components/traces')] }
  // JSON is YAML.
  writeFileSync(join(folder, 'kustomization.yml'), JSON.stringify(overlay))
  return clusterIn(folder)
}

t.test('traces go to a collector, and nowhere without the component', options, async (t) => {
  const without = clusterOf('small')
  const cluster = clusterWithTraces(t)
  const isTraces = ({ metadata }: Static<typeof Policy>): boolean => metadata.name === 'traces'
  t.notOk(without.of('NetworkPolicy', Policy).some(isTraces))
  const { podSelector, policyTypes, egress } = cluster.of('NetworkPolicy', Policy).find(isTraces)?.spec ?? {}
  t.strictSame(policyTypes, ['Egress'])
  const sent = cluster.of('Deployment', Workload).map((deployment) => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '' } = cluster.environmentOf(serviceOf(deployment))
    t.match(deployment.spec.template.metadata.labels, podSelector?.matchLabels, deployment.metadata.name)
    return endpoint
  })
  const [endpoint = '', ...others] = new Set(sent)
  t.strictSame(others, [], 'one address for all')
  const { hostname, port } = new URL(endpoint)
  const to = [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': hostname.split('.')[1] } } },
  ]
  t.strictSame(egress, [{ to, ports: [{ protocol: 'TCP', port: Number(port) }] }])
  for (const { metadata, spec } of cluster.of('StatefulSet', Workload))
    t.notMatch(spec.template.metadata.labels, podSelector?.matchLabels ?? {}, metadata.name)
  for (const deployment of without.of('Deployment', Workload))
    t.equal(without.environmentOf(serviceOf(deployment)).OTEL_EXPORTER_OTLP_ENDPOINT, '')
})

const Ingress = Type.Object({
  spec: Type.Object({
    rules: Type.Array(
      Type.Object({
        host: Type.String(),
        http: Type.Object({
          paths: Type.Array(
            Type.Object({
              path: Type.String(),
              backend: Type.Object({ service: Type.Object({ name: Type.String() }) }),
            }),
          ),
        }),
      }),
    ),
  }),
})

t.test('the ingress sends paths where the proxy of Compose does', options, async (t) => {
  const [ingress] = clusterOf('small').of('Ingress', Ingress)
  const [rule] = ingress?.spec.rules ?? []
  const caddyfile = readFileSync(join(ROOT, 'infra/containers/Caddyfile'), 'utf8')
  const byService = (name: string) =>
    new Set(rule?.http.paths.filter(({ backend }) => backend.service.name === name).map(({ path }) => path))
  for (const name of ['api', 'mcp', 'documents']) {
    const [, paths = ''] = new RegExp(`^\\t@${name} path (.+)$`, 'm').exec(caddyfile) ?? []
    t.strictSame(byService(name), new Set(paths.split(' ').map((path) => path.replace(/\/\*$/, ''))), name)
  }
  t.strictSame(byService('panel'), new Set(['/']))
  t.equal(rule?.host, new URL(SITE_URL).host)
})

t.test('NATS and EventStoreDB are set up as in Compose', options, async (t) => {
  const settings = (path: string): readonly string[] =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*#|^server_name|^http:|^\s*$/.test(line))
  const inCompose = settings('infra/containers/nats.conf')
  t.strictSame(settings('infra/kubernetes/overlays/small/nats.conf'), inCompose)
  const large = settings('infra/kubernetes/overlays/large/nats.conf')
  t.strictSame(large.slice(0, inCompose.length), inCompose)
  t.match(
    large.slice(inCompose.length).join(),
    /cluster \{.*routes: \[nats:\/\/nats-0\.nats:6222, .*nats-1\.nats:6222, .*nats-2\.nats:6222\]/,
  )

  const images = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }).services
  const workloads = clusterOf('large').of('StatefulSet', Workload)
  for (const { metadata, spec } of workloads) {
    t.equal(spec.template.spec.containers[0]?.image, images[metadata.name].image)
    t.equal(spec.replicas, 3)
  }
  t.equal(workloads.length, 2)
})
