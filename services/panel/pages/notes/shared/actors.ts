import type { ActorNames } from '@ecmr/accounts'
import { type Language, type TextTable, textTable } from '@ecmr/contract'
import type { RecordedActor } from '@ecmr/event-store'
import { nameIn } from './labels.js'

type ActedBy = Omit<RecordedActor, 'company_id'>

const kinds = textTable({
  user: ['persona', 'person'],
  api_key: ['clave API', 'API key'],
  oauth_grant: ['asistente de IA', 'AI assistant'],
  operator: ['operador del servicio', 'operator of the service'],
  system: ['el propio servicio', 'the service itself'],
} satisfies TextTable<RecordedActor['kind']>)

/** What it is that acted. */
export function actorKind({ kind }: ActedBy, language: Language): string {
  return nameIn(kinds[language], kind) ?? kind
}

/** Who acted; of what is gone only what it was. */
export function whoActed(actor: ActedBy, nameOf: ActorNames, language: Language): string {
  return nameOf(actor) ?? actorKind(actor, language)
}

/** Who acted; what is not a person says what it is. */
export function actorName(actor: ActedBy, nameOf: ActorNames, language: Language): string {
  const name = nameOf(actor)
  const kind = actorKind(actor, language)
  if (name === undefined) return kind
  return actor.kind === 'user' ? name : `${name} (${kind})`
}
