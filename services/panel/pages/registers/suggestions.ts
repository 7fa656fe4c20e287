import {
  driverFields,
  type Entry,
  entriesByName,
  type FilledFields,
  type PartyRole,
  partyFields,
  textIn,
  titleOf,
  trailerFields,
  vehicleFields,
} from '@ecmr/application'
import type { Language, Register } from '@ecmr/contract'
import { writeFields } from '../../forms/note-fields.js'
import type { PanelContext } from '../../context.js'
import { access, type PanelServer, signedIn } from '../../panel-server.js'
import { brief } from '../notes/shared/brief.js'
import { nameIn } from '../notes/shared/labels.js'
import { expiryWords } from './expiry-words.js'
import { todayOf } from './register-page.js'
import { registerTexts } from './texts.js'

const MOST_SUGGESTED = 10
const LONGEST_QUESTION = 200

/** What is suggested at a control of a note's form, and which controls it fills in. */
interface Suggested {
  readonly register: Register
  readonly trailers?: boolean
  readonly fill: (data: Entry['data']) => FilledFields
}

const party = (role: PartyRole): readonly [string, Suggested] => [
  `${role}_company_name`,
  { register: 'parties', fill: (data) => partyFields(role, data) },
]

const suggested = new Map<string, Suggested>([
  party('sender'),
  party('receiver'),
  party('carrier'),
  party('contractual_shipper'),
  ['driver_name', { register: 'drivers', fill: driverFields }],
  ['vehicle_plate', { register: 'vehicles', trailers: false, fill: vehicleFields }],
  ['trailer_plate', { register: 'vehicles', trailers: true, fill: trailerFields }],
])

interface Asked {
  Querystring: { campo?: unknown; q?: unknown }
}

/** What the note's form suggests while one types: `?campo=` is the control, `?q=` what was typed. */
export function suggestionPages(app: PanelServer, context: PanelContext): void {
  app.get<Asked>('/fichas/sugerencias', access.member, async (request, reply) => {
    const { campo, q } = request.query
    const wanted = typeof campo === 'string' ? suggested.get(campo) : undefined
    const typed = typeof q === 'string' ? q.trim().slice(0, LONGEST_QUESTION) : ''
    reply.type('application/json; charset=utf-8')
    if (wanted === undefined || typed === '') return { items: [] }
    const { register, trailers } = wanted
    const asked = { register, trailers, q: typed, limit: MOST_SUGGESTED }
    const { entries } = await entriesByName(context.pool, signedIn(request).company.id, asked)
    const { language } = request.visitor
    const today = todayOf(context, request)
    return { items: entries.map((entry) => shown(entry, wanted, { language, today })) }
  })
}

function shown(
  entry: Entry,
  { fill }: Suggested,
  { language, today }: { readonly language: Language; readonly today: string },
) {
  const { names, values } = fill(entry.data)
  const written = writeFields(values, language)
  return {
    title: titleOf(entry),
    detail: brief(detailOf(entry, language)),
    warnings: expiryWords(entry, today, language).map(({ said }) => said),
    // What is not known of this one is not left over from another.
    values: names.map((name) => [name, written[name] ?? '']),
  }
}

const details: Readonly<Record<Register, readonly string[]>> = {
  parties: ['tax_id', 'city', 'reference'],
  drivers: ['phone', 'reference'],
  vehicles: ['kind', 'reference'],
  templates: [],
}

function detailOf({ register, data }: Entry, language: Language): string {
  const said = details[register].map((member) => {
    const text = textIn(data, member)
    return member === 'kind' ? (nameIn(registerTexts[language].kinds, text) ?? text) : text
  })
  return said.filter((text) => text !== '').join(' · ')
}
