import type { Language } from '@ecmr/contract'
import type { Actor } from '@ecmr/event-store'
import { inBoth } from '../../texts/texts.js'

const kinds = inBoth<Readonly<Record<Actor['kind'], string>>>(
  {
    user: 'persona',
    api_key: 'clave API',
    oauth_grant: 'asistente de IA',
    operator: 'operador del servicio',
    system: 'el propio servicio',
  },
  {
    user: 'person',
    api_key: 'API key',
    oauth_grant: 'AI assistant',
    operator: 'operator of the service',
    system: 'the service itself',
  },
)

/** Who acted, by name; what is not a person says what it is. */
export function actorName({ kind, name }: Pick<Actor, 'kind' | 'name'>, language: Language): string {
  return kind === 'user' ? name : `${name} (${kinds[language][kind] ?? kind})`
}
