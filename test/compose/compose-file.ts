import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const Texts = Type.Array(Type.String())
const File = Type.Object({ file: Type.String() })
const Mount = Type.Union([
  Type.String(),
  Type.Object({ source: Type.String(), target: Type.String(), read_only: Type.Optional(Type.Boolean()) }),
])

// TypeBox fills in the entries of a record only when they have a default themselves.
const IN_A_RECORD = { default: {} }

const Service = Type.Object(
  {
    image: Type.String(),
    build: Type.Optional(
      Type.Object({ context: Type.String(), dockerfile: Type.String(), target: Type.String() }),
    ),
    user: Type.String(),
    profiles: Type.Array(Type.String(), { default: [] }),
    entrypoint: Type.Optional(Texts),
    command: Type.Optional(Texts),
    environment: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), { default: {} }),
    secrets: Type.Array(Type.String(), { default: [] }),
    configs: Type.Array(Type.Object({ source: Type.String(), target: Type.String() }), { default: [] }),
    ports: Type.Array(Type.String(), { default: [] }),
    volumes: Type.Array(Mount, { default: [] }),
    networks: Type.Array(Type.String(), { default: [] }),
    network_mode: Type.Optional(Type.String()),
    depends_on: Type.Record(Type.String(), Type.Object({ condition: Type.String() }), { default: {} }),
    healthcheck: Type.Optional(
      Type.Object({ test: Type.Optional(Texts), disable: Type.Optional(Type.Boolean()) }),
    ),
    restart: Type.String(),
    read_only: Type.Boolean(),
    cap_drop: Texts,
    security_opt: Texts,
    stop_grace_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
    logging: Type.Object({ options: Type.Record(Type.String(), Type.String()) }),
    deploy: Type.Object({
      replicas: Type.Number({ default: 1 }),
      resources: Type.Object({
        limits: Type.Object({ cpus: Type.String(), memory: Type.String(), pids: Type.Number() }),
      }),
    }),
  },
  IN_A_RECORD,
)

const ComposeFile = Type.Object({
  services: Type.Record(Type.String(), Service),
  networks: Type.Record(
    Type.String(),
    Type.Object({ internal: Type.Boolean({ default: false }) }, IN_A_RECORD),
  ),
  volumes: Type.Record(
    Type.String(),
    Type.Union([Type.Null(), Type.Object({ driver_opts: Type.Record(Type.String(), Type.String()) })]),
  ),
  configs: Type.Record(Type.String(), File),
  secrets: Type.Record(Type.String(), File),
})

export type ComposeService = Static<typeof Service>

/** docker-compose.yml as Compose reads it, with these variables. Throws when one that it insists on is missing. */
export function composeFile(env: Readonly<Record<string, string>>): Static<typeof ComposeFile> {
  const text = readFileSync(`${ROOT}docker-compose.yml`, 'utf8').replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_whole, name: string, otherwise: string, rest: string) => {
      const value = env[name] ?? (otherwise === '-' ? rest : undefined)
      if (value === undefined) throw new Error(`${name}: ${rest}`)
      return value
    },
  )
  return Value.Parse(ComposeFile, parse(text, { merge: true }))
}

const OUR_IMAGE = /^ecmr-integration-service(-reader)?:/

/** The services that run our own images. */
export function ours(services: Readonly<Record<string, ComposeService>>): [string, ComposeService][] {
  return Object.entries(services).filter(([, { image }]) => OUR_IMAGE.test(image))
}
