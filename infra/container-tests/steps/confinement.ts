import type { ComposeService } from '../compose-project.js'
import type { SeenContainer } from '../in-container.js'

// linux/capability.h
const CAPABILITIES: Readonly<Record<string, number>> = { CHOWN: 0, NET_BIND_SERVICE: 10 }
const SETS = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']

/**
 * Every process of every container runs as the user that Compose names, with no capability but those that it adds, can get no more,
 * and cannot write where its programs are. Returns how many processes were looked at, in words.
 */
export function confinement(
  services: Readonly<Record<string, ComposeService>>,
  containers: readonly SeenContainer[],
): string {
  const faults = containers.flatMap((container) => {
    const service = services[container.service]
    return service ? faultsOf(service, container) : [`${container.name} is of no service`]
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const processes = containers.reduce((sum, { seen }) => sum + seen.processes.length, 0)
  return `${processes} processes in ${containers.length} containers`
}

function faultsOf(service: ComposeService, { name, seen }: SeenContainer): readonly string[] {
  const isReadOnly = service.read_only === true
  const writes = isReadOnly && seen.wrote !== 'EROFS' ? [`${name}: writing to it gave ${seen.wrote}`] : []
  const none = seen.processes.length === 0 ? [`${name}: there is no process`] : []
  return [
    ...none,
    ...writes,
    ...seen.processes.flatMap(({ status }) => faultsInStatus(service, name, status)),
  ]
}

function faultsInStatus({ user, cap_add }: ComposeService, name: string, status: string): readonly string[] {
  const field = (title: string): string => new RegExp(`^${title}:\\s+(.+)$`, 'm').exec(status)?.[1] ?? ''
  const program = `${name}, ${field('Name')}`
  const [uid, gid] = user.split(':')
  const allowed = (cap_add ?? []).reduce((sum, added) => sum | (1n << BigInt(CAPABILITIES[added] ?? -1)), 0n)
  const ids = [
    ['Uid', uid],
    ['Gid', gid],
  ].flatMap(([title = '', id]) =>
    field(title)
      .split(/\s+/)
      .every((each) => each === id)
      ? []
      : [`${program}: ${title} ${field(title)}`],
  )
  const capabilities = SETS.filter((set) => (BigInt(`0x${field(set)}`) & ~allowed) !== 0n)
  const more = field('NoNewPrivs') === '1' ? [] : [`${program}: it can gain privileges`]
  return [...ids, ...more, ...capabilities.map((set) => `${program}: ${set} ${field(set)}`)]
}
