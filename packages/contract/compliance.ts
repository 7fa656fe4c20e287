import {
  type Compliance,
  type ComplianceItem,
  type Deadline,
  decaLetters,
  type Responsible,
} from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { fullFieldLabel } from './field-labels.js'
import { closed, list, oneOf, textOrNull } from './json-schema.js'
import type { Language } from './language.js'
import { inBoth } from './texts.js'

const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })
const sentence = Type.String({ description: 'The same in words, by Accept-Language' })

const item = closed({
  field: Type.String({ description: 'The field to fill in or to check; `document`: issue it' }),
  article: Type.String({ description: 'What asks for it' }),
  letter: Type.Optional(oneOf(decaLetters, 'Its letter in the control document')),
  responsible: oneOf(['sender', 'shipper', 'carrier'], 'Who answers for it'),
  severity: oneOf(
    ['missing', 'doubtful', 'info'],
    'missing: the regime asks for it; doubtful: it is probably wrong; info: it would settle which regime applies',
  ),
  sentence,
})

const regimeMembers = {
  applies: oneOf(['yes', 'no', 'unknown'], 'Whether the regime governs this carriage'),
  complete: Type.Boolean({ description: 'Nothing is missing, or the regime does not apply' }),
  missing: list(item),
  doubtful: list(item),
}

/** How far a note fulfils the law. Reported, not enforced, unless the company’s policy is strict. */
export const complianceView = closed({
  cmr: closed(regimeMembers, {
    description: 'Convention on the Contract for the International Carriage of Goods by Road, art. 6',
  }),
  deca: closed(
    {
      ...regimeMembers,
      letters: list(
        closed({
          letter: oneOf(decaLetters, 'Letter of Orden FOM/2861/2012, art. 6'),
          article: Type.String(),
          value: textOrNull('What stands there'),
          state: oneOf(['given', 'missing', 'not_used'], 'Whether it is filled in'),
          responsible: oneOf(['shipper', 'carrier', 'both'], 'Who answers for it'),
        }),
      ),
    },
    { description: 'Spain’s digital transport control document (DeCA)' },
  ),
  not_legal: Type.Optional(
    Type.String({ description: 'Only of test notes: that they have no legal effect, in words' }),
  ),
  delivery_reverted: Type.Optional(
    Type.String({
      description:
        'Only where a delivery was taken back and none is recorded since: that no time limit runs, in words',
    }),
  ),
  retain_until: textOrNull('The day until which both parties keep the document; null before delivery'),
  deadlines: list(
    closed({
      article: Type.String({ description: 'The law that sets it' }),
      kind: oneOf(['reservations', 'delay', 'presumed_lost'], 'What it is for'),
      starts_at: instant('When it began'),
      ends_at: instant('The last second of its last day, in the country of delivery'),
      sentence,
    }),
  ),
})
export type ComplianceView = Static<typeof complianceView>

/** Goods on the way within Spain without the document that the lorry has to carry. */
const documentItem = {
  field: 'document',
  article: 'BOE-A-2026-12784 1',
  responsible: 'carrier',
  severity: 'missing',
} as const
const documentMissing = inBoth(
  'Emita el documento de control: el vehículo debe llevarlo desde antes del inicio del servicio (BOE-A-2026-12784, primero).',
  'Issue the control document: the vehicle has to carry it from before the service begins (BOE-A-2026-12784, first).',
)

/** What the law says of a note: the regimes, and what follows from its delivery. */
export interface Judged extends Compliance {
  readonly retain_until: string | null
  readonly deadlines: readonly Deadline[]
  /** the goods are on the way, or were, without an issued control document */
  readonly without_document: boolean
  /** it has no legal effect, however complete it is */
  readonly is_test: boolean
  /** a delivery was taken back, and no other is recorded */
  readonly delivery_reverted: boolean
}

const deliveryReverted = inBoth(
  'La entrega registrada se retiró: los plazos que contaban desde ella ya no corren, y empezarán con la entrega que se registre.',
  'The recorded delivery was taken back: time limits that were counted from it no longer run, and begin with the delivery that is recorded next.',
)

const notLegal = inBoth(
  'Carta de porte de prueba: no tiene ningún efecto legal, por completa que esté.',
  'Test note: it has no legal effect, however complete it is.',
)

/** The same with sentences in a language. */
export function complianceAnswer(
  { cmr, deca, retain_until, deadlines, without_document, is_test, delivery_reverted }: Judged,
  language: Language,
): ComplianceView {
  const worded = (items: readonly ComplianceItem[]) => items.map((each) => inWords(each, language))
  return {
    cmr: { ...cmr, missing: worded(cmr.missing), doubtful: worded(cmr.doubtful) },
    deca: {
      ...deca,
      complete: deca.complete && !without_document,
      missing: without_document
        ? [...worded(deca.missing), { ...documentItem, sentence: documentMissing[language] }]
        : worded(deca.missing),
      doubtful: worded(deca.doubtful),
    },
    ...(is_test && { not_legal: notLegal[language] }),
    ...(delivery_reverted && { delivery_reverted: deliveryReverted[language] }),
    retain_until,
    deadlines: deadlines.map(({ holidays_unknown, ...deadline }) => ({
      ...deadline,
      sentence: deadlineSentence(deadline.article, holidays_unknown, language),
    })),
  }
}

const responsibleNames = inBoth<Readonly<Record<Responsible, string>>>(
  { sender: 'el remitente', shipper: 'el cargador contractual', carrier: 'el transportista' },
  { sender: 'the sender', shipper: 'the contracting shipper', carrier: 'the carrier' },
)

type Sentence = (field: string, by: string, article: string) => string

const itemSentences = inBoth<Readonly<Record<ComplianceItem['reason'], Sentence>>>(
  {
    missing: (field, by, article) => `Falta «${field}», que aporta ${by} (${article}).`,
    tax_id: (field) =>
      `«${field}» no tiene la forma o el dígito de control de un NIF de su país: compruébelo.`,
    plate: (field) => `«${field}» no parece una matrícula: compruébela.`,
    contradicts: (field) =>
      `«${field}» no concuerda con los países de recogida y entrega: no se sabe qué régimen se aplica.`,
    unclear: (field) => `Indique «${field}» para que se sepa si este régimen se aplica.`,
  },
  {
    missing: (field, by, article) => `“${field}” is missing; ${by} provides it (${article}).`,
    tax_id: (field) =>
      `“${field}” does not have the form or the check digit of a tax ID of its country: check it.`,
    plate: (field) => `“${field}” does not look like a plate: check it.`,
    contradicts: (field) =>
      `“${field}” does not go with the countries of pickup and delivery: it is unknown which regime applies.`,
    unclear: (field) => `State “${field}” to settle whether this regime applies.`,
  },
)

type ItemView = ComplianceView['cmr']['missing'][number]

/** Every item is one of some forty objects, see the domain. */
const views = inBoth(new WeakMap<ComplianceItem, ItemView>(), new WeakMap<ComplianceItem, ItemView>())

/** What is missing or doubtful, with a sentence. */
function inWords(asked: ComplianceItem, language: Language): ItemView {
  const known = views[language].get(asked)
  if (known) return known
  const { reason, ...rest } = asked
  const label = fullFieldLabel(rest.field, language)
  const by = responsibleNames[language][rest.responsible]
  const view = { ...rest, sentence: itemSentences[language][reason](label, by, rest.article) }
  views[language].set(asked, view)
  return view
}

const deadlineSentences = inBoth<Readonly<Record<Deadline['article'], string>>>(
  {
    'CMR 30.1':
      'Reservas por pérdidas o averías no manifiestas: siete días desde la entrega, sin domingos ni festivos (CMR, art. 30.1).',
    'CMR 30.3': 'Reservas por retraso: veintiún días desde la entrega (CMR, art. 30.3).',
    'CMR 20.1':
      'Desde entonces la mercancía no entregada puede darse por perdida: treinta días tras el plazo pactado o, si no lo hay, sesenta desde que el transportista se hizo cargo (CMR, art. 20.1).',
    'Ley 15/2009 60.1':
      'Reservas por pérdidas o averías no manifiestas: siete días naturales desde la entrega (Ley 15/2009, art. 60.1).',
    'Ley 15/2009 60.3': 'Reservas por retraso: veintiún días desde la entrega (Ley 15/2009, art. 60.3).',
  },
  {
    'CMR 30.1':
      'Reservations for loss or damage that is not apparent: seven days from delivery, without Sundays and public holidays (CMR art. 30.1).',
    'CMR 30.3': 'Reservations for delay: twenty-one days from delivery (CMR art. 30.3).',
    'CMR 20.1':
      'After it, goods that are not delivered may be treated as lost: thirty days after the agreed time limit or, without one, sixty from taking over (CMR art. 20.1).',
    'Ley 15/2009 60.1':
      'Reservations for loss or damage that is not apparent: seven calendar days from delivery (Spanish Act 15/2009, art. 60.1).',
    'Ley 15/2009 60.3':
      'Reservations for delay: twenty-one days from delivery (Spanish Act 15/2009, art. 60.3).',
  },
)

const holidaysUnknown = inBoth(
  ' No se conocen los festivos del lugar de entrega: solo se han descontado los domingos.',
  ' The public holidays of the place of delivery are not known: only Sundays are left out.',
)

function deadlineSentence(article: Deadline['article'], isUnknown: boolean, language: Language): string {
  const said = deadlineSentences[language][article]
  return isUnknown ? said + holidaysUnknown[language] : said
}
