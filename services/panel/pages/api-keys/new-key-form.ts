import { type NewApiKey, scopes } from '@ecmr/accounts'
import { checkBody, closed, type Language, oneOf } from '@ecmr/contract'
import { ONE_LINE } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { choicesOf, type FormState, isFaulty, valuesOf } from '../../forms/form.js'
import { instantOf } from '../../forms/local-time.js'
import { sentencesFor } from '../../forms/sentences.js'
import { lifetimes, texts } from './texts.js'

const LONGEST_NAME = 100
const DAY_MS = 24 * 3_600_000
const inOneLine = new RegExp(ONE_LINE, 'u')

/** What the form must be like, as far as a schema can say. */
const newKeyForm = closed({
  name: Type.String({ minLength: 1 }),
  scopes: Type.Array(oneOf(scopes, 'What the key allows'), { minItems: 1 }),
  lifetime: oneOf(lifetimes, 'How long it works'),
})

/** The form for a new key, as it was sent. */
export interface NewKeyForm extends FormState {
  readonly scopes: readonly string[]
}

/** A form for a new key as it is shown at first. */
export const blankKeyForm: NewKeyForm = {
  values: { lifetime: 'never' },
  faults: {},
  scopes: ['ecmrs:read', 'ecmrs:write'],
}

const TEST = 'test'

type Wanted = Pick<NewApiKey, 'name' | 'scopes' | 'livemode' | 'expires_at'>

interface ReadForm {
  readonly form: NewKeyForm
  /** what was filled in; the same form sent again says the same */
  readonly said: readonly unknown[]
  /** absent: there is something wrong with the form */
  readonly wanted?: Wanted
}

/** Reads the form for a new key: the key that is wanted, or the form with what is wrong with it. */
export function readNewKeyForm(
  request: FastifyRequest,
  at: { readonly language: Language; readonly timeZone: string; readonly now: Date },
): ReadForm {
  const values = valuesOf(request)
  const { name = '', lifetime = '', date = '', mode = '' } = values
  const chosen = choicesOf(request, 'scopes')
  const said = [name, chosen, lifetime, date, mode]
  const body = { ...(name !== '' && { name }), scopes: chosen, lifetime }
  const expiry = expiryOf({ lifetime, date }, at)
  const faults = {
    ...byField(sentencesFor(checkBody(newKeyForm, body), at.language)),
    ...faultsOfName(name, at.language),
    ...(typeof expiry === 'string' && { date: texts[at.language].faults[expiry] }),
  }
  const form = { values, faults, scopes: chosen }
  if (isFaulty(form) || typeof expiry === 'string') return { form, said }
  return {
    form,
    said,
    wanted: {
      name,
      scopes: scopes.filter((scope) => chosen.includes(scope)),
      livemode: mode !== TEST,
      ...(expiry !== undefined && { expires_at: expiry }),
    },
  }
}

/** One sentence for the scopes as a whole, whichever of them is wrong. */
function byField(sentences: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sentences).map(([field, sentence]) => [field.split('/')[0] ?? '', sentence]),
  )
}

function faultsOfName(name: string, language: Language): Readonly<Record<string, string>> {
  const { faults } = texts[language]
  if ([...name].length > LONGEST_NAME) return { name: faults.tooLong }
  return name === '' || inOneLine.test(name) ? {} : { name: faults.unprintable }
}

/** When a new key ends to work; `undefined`: never. */
function expiryOf(
  { lifetime, date }: { readonly lifetime: string; readonly date: string },
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Date | 'noDate' | 'pastDate' | undefined {
  if (lifetime === '30' || lifetime === '90' || lifetime === '365')
    return new Date(now.getTime() + Number(lifetime) * DAY_MS)
  if (lifetime !== 'date') return undefined
  const end = instantOf(`${date}T23:59:59`, timeZone)
  if (end === undefined) return 'noDate'
  return end > now ? end : 'pastDate'
}
