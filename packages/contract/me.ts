import { policies } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { closed, list, oneOf, textOrNull } from './json-schema.js'

/** Answer of `GET /api/me`. */
export const meView = closed(
  {
    livemode: Type.Boolean({ description: 'false: a test key, whose notes are apart from the real ones' }),
    key: closed({
      id: Type.String({ description: 'The eight characters in the middle of the key' }),
      name: Type.String(),
      scopes: list(Type.String(), { description: 'What the key may do' }),
      expires_at: textOrNull('RFC 3339, UTC; null: never'),
    }),
    company: closed({
      id: Type.String(),
      name: Type.String(),
      handle: Type.String({
        description: 'By which other companies of this installation share notes with yours',
      }),
      plan: Type.String(),
      policy: oneOf(policies, 'Whether gaps and jumps are reported (lenient) or refused (strict)'),
      time_zone: Type.String({ description: 'IANA name; the panel shows times in it' }),
    }),
    limits: closed({
      requests_per_minute: Type.Integer({ description: 'For this key' }),
      requests_per_minute_of_company: Type.Integer({ description: 'For all keys of the company' }),
      body_bytes_per_minute: Type.Integer({ description: 'Of all bodies of the company that write' }),
      webhooks: Type.Integer({ description: 'At a time' }),
    }),
    version: Type.String({ description: 'Of the service' }),
  },
  { title: 'Me', description: 'Whose key it is, and what it may do' },
)
