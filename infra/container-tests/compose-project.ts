import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Texts = Type.Union([Type.Array(Type.String()), Type.Null()])

const Service = Type.Object({
  image: Type.String(),
  build: Type.Optional(Type.Unknown()),
  user: Type.String(),
  read_only: Type.Optional(Type.Boolean()),
  cap_add: Type.Optional(Texts),
  healthcheck: Type.Optional(Type.Object({ disable: Type.Optional(Type.Boolean()) })),
  deploy: Type.Optional(Type.Object({ replicas: Type.Optional(Type.Integer()) })),
})

const Project = Type.Object({ services: Type.Record(Type.String(), Service) })

/** A service as Compose reads it from its files. */
export type ComposeService = Static<typeof Service>

/** What `docker compose config --format json` prints: the services, without those of profiles that were not asked for. */
export function composeProject(printed: string): Readonly<Record<string, ComposeService>> {
  return Value.Parse(Project, JSON.parse(printed)).services
}

/** Whether a service ends when it has done its work. */
export const isOneShot = ({ healthcheck }: ComposeService): boolean => healthcheck?.disable === true

const Container = Type.Object({
  ID: Type.String(),
  Name: Type.String(),
  Service: Type.String(),
  State: Type.String(),
  Health: Type.String(),
  ExitCode: Type.Integer(),
})

/** A container as `docker compose ps` shows it. */
export type Container = Static<typeof Container>

/** What `docker compose ps --format json` prints: a line for each container. */
export function containersOf(printed: string): readonly Container[] {
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Value.Parse(Container, JSON.parse(line)))
}

/** What is not as it should be: a container that is absent, not healthy, or a one-shot that has not done its work. */
export function notReady(
  services: Readonly<Record<string, ComposeService>>,
  containers: readonly Container[],
): readonly string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const own = containers.filter((container) => container.Service === name)
    const wanted = service.deploy?.replicas ?? 1
    const bad = own.filter((container) =>
      isOneShot(service)
        ? container.State !== 'exited' || container.ExitCode !== 0
        : container.Health !== 'healthy',
    )
    const absent = own.length < wanted ? [`${name}: ${own.length} of ${wanted}`] : []
    return [...absent, ...bad.map(({ Name, State, Health }) => `${Name}: ${Health || State}`)]
  })
}
