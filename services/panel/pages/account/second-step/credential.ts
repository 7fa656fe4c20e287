import type { SecondStep } from '@ecmr/accounts'
import { type Static, Type } from '@sinclair/typebox'
import { meets } from '../../../forms/form.js'

/** Characters of what a passkey says, as JSON. */
const LONGEST = 20_000

const text = Type.String({ minLength: 1, maxLength: LONGEST })
const key = { id: text, rawId: text, type: Type.Literal('public-key') }

const shown = Type.Object({
  ...key,
  response: Type.Object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: Type.Optional(text),
  }),
})
const made = Type.Object({
  ...key,
  response: Type.Object({
    clientDataJSON: text,
    attestationObject: text,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})

type Shown = Extract<SecondStep, { kind: 'passkey' }>['response']

/** What our script has sent of a passkey that was shown; `undefined`: that is not what it was. */
export function shownCredential(json: string): Shown | undefined {
  const parsed = parse(json)
  return meets(shown, parsed)
    ? { ...(parsed satisfies Static<typeof shown>), clientExtensionResults: {} }
    : undefined
}

/** Likewise of one that was made. */
export function madeCredential(json: string) {
  const parsed = parse(json)
  if (!meets(made, parsed)) return undefined
  const { transports = [], ...response } = parsed.response
  return { ...parsed, response: { ...response, transports }, clientExtensionResults: {} }
}

function parse(json: string): unknown {
  if (json.length > LONGEST) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
