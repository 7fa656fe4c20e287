import { complianceOf } from '@ecmr/application'
import { type ComplianceView, fullFieldLabel, type Language, textTable } from '@ecmr/contract'
import { type FieldName, fieldNames, type JudgedNote } from '@ecmr/domain'

/** What the law says of a note, for people. */
export function complianceForPeople(
  note: JudgedNote,
  language: Language,
  /** where a field is filled in, or the document issued; undefined: it cannot change any more */
  hrefOf: (field: FieldName | 'document') => string | undefined,
) {
  const { cmr, deca, retain_until, deadlines, delivery_reverted } = complianceOf(note, language)
  const said = complianceTexts[language]
  const regime = (name: string, { applies, missing }: ComplianceView['cmr']) => ({
    name,
    applies,
    missing: missing.map(({ field, article, responsible }) => ({
      field,
      label: isField(field) ? fullFieldLabel(field, language) : said.document,
      article,
      by: said.by[responsible],
      href: hrefOf(isField(field) ? field : 'document'),
    })),
  })
  return {
    t: said,
    regimes: [regime(said.cmr, cmr), regime(said.deca, deca)],
    // What would settle the one regime settles the other.
    doubts: [...new Set([...cmr.doubtful, ...deca.doubtful].map(({ sentence }) => sentence))],
    retain_until,
    deadlines,
    delivery_reverted,
  }
}

const isField = (name: string): name is FieldName => fieldNames.some((field) => field === name)

const complianceTexts = textTable({
  cmr: ['CMR, artículo 6', 'CMR, article 6'],
  deca: ['DeCA (documento de control)', 'DeCA (Spanish control document)'],
  complete: ['Completo', 'Complete'],
  notApplicable: ['No se aplica a este transporte', 'Does not apply to this carriage'],
  unknown: ['No se sabe si se aplica', 'It is unknown whether it applies'],
  missing: [
    (count: number) => (count === 1 ? 'Falta 1 dato' : `Faltan ${count} datos`),
    (count: number) => (count === 1 ? '1 field missing' : `${count} fields missing`),
  ],
  document: ['Emitir documento de control', 'Issue control document'],
  by: {
    sender: ['lo aporta el remitente', 'the sender gives it'],
    shipper: ['lo aporta el cargador contractual', 'the contracting shipper gives it'],
    carrier: ['lo aporta el transportista', 'the carrier gives it'],
  },
  doubts: ['Por comprobar', 'To be checked'],
  deadlines: ['Plazos', 'Time limits'],
  until: [(at: string) => `Hasta el ${at}.`, (at: string) => `Until ${at}.`],
  after: [(at: string) => `A partir del ${at}.`, (at: string) => `After ${at}.`],
  retain: [(day: string) => `Consérvese hasta el ${day}.`, (day: string) => `Keep it until ${day}.`],
  notAdvice: [
    'Es información, no asesoramiento legal: el contrato vale aunque falten datos (CMR, art. 4).',
    'This is information, not legal advice: the contract is valid even if particulars are missing (CMR, art. 4).',
  ],
})
