import type { ActorNames } from '@ecmr/accounts'
import { type Language, type TextTable, textTable } from '@ecmr/contract'
import type { RecordedActor } from '@ecmr/event-store'
import { identificationLabels, nameIn } from './labels.js'

type ActedBy = Omit<RecordedActor, 'company_id'>

const kinds = textTable({
  user: ['persona', 'person'],
  api_key: ['clave API', 'API key'],
  oauth_grant: ['asistente de IA', 'AI assistant'],
  signing_link: ['enlace de firma', 'signing link'],
  operator: ['línea de comandos', 'command line'],
  system: ['el propio servicio', 'the service itself'],
} satisfies TextTable<RecordedActor['kind']>)

/** What it is that acted; of a link, how the person behind it was identified. */
export function actorKind({ kind, identified_by = '' }: ActedBy, language: Language): string {
  const how = nameIn(identificationLabels[language], identified_by)
  return how ?? nameIn(kinds[language], kind) ?? kind
}

/**
 * Who acted; of what is gone only what it was. The accounts of operating systems, under which the command line and the service
 * itself run, are no names for people: the audit trail has them.
 */
export function whoActed(actor: ActedBy, nameOf: ActorNames, language: Language): string {
  const kind = actorKind(actor, language)
  if (actor.kind === 'operator' || actor.kind === 'system') return kind
  return nameOf(actor) ?? kind
}

/** Who acted; what is not a person says what it is. */
export function actorName(actor: ActedBy, nameOf: ActorNames, language: Language): string {
  const name = nameOf(actor)
  const kind = actorKind(actor, language)
  if (name === undefined) return kind
  return actor.kind === 'user' ? name : `${name} (${kind})`
}
