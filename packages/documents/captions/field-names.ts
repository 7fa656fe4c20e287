import { fieldLabel, fullFieldLabel, uncapitalised } from '@ecmr/contract'
import type { FieldName } from '@ecmr/domain'
import type { DocumentLanguage } from '../document-input.js'

// Spanish and English are those of the contract; the others are here.

type InFour = readonly [fr: string, de: string, pt: string, it: string]

const sides = {
  sender: ['Expéditeur', 'Absender', 'Expedidor', 'Mittente'],
  receiver: ['Destinataire', 'Empfänger', 'Destinatário', 'Destinatario'],
  contractual_shipper: [
    'Chargeur contractuel',
    'Vertraglicher Absender',
    'Carregador contratual',
    'Caricatore contrattuale',
  ],
  carrier: ['Transporteur', 'Frachtführer', 'Transportador', 'Vettore'],
  pickup: ['Prise en charge', 'Übernahme', 'Carregamento', 'Presa in carico'],
  delivery: ['Livraison', 'Ablieferung', 'Entrega', 'Consegna'],
} as const satisfies Readonly<Record<string, InFour>>
type Side = keyof typeof sides

const members = {
  company_name: ['Nom ou raison sociale', 'Firma', 'Nome ou denominação', 'Nome o ragione sociale'],
  tax_id: ['N° d’identification fiscale', 'Steuernummer', 'NIF', 'Codice fiscale / P. IVA'],
  address: ['Adresse', 'Anschrift', 'Endereço', 'Indirizzo'],
  city: ['Localité', 'Ort', 'Localidade', 'Località'],
  postal_code: ['Code postal', 'Postleitzahl', 'Código postal', 'CAP'],
  country: ['Pays', 'Land', 'País', 'Paese'],
  contact_name: ['Personne de contact', 'Ansprechpartner', 'Pessoa de contacto', 'Referente'],
  email: ['Adresse électronique', 'E-Mail-Adresse', 'Correio eletrónico', 'Posta elettronica'],
  phone: ['Téléphone', 'Telefon', 'Telefone', 'Telefono'],
  date: ['Date prévue', 'Geplantes Datum', 'Data prevista', 'Data prevista'],
  time_from: ['Pas avant', 'Nicht vor', 'Não antes das', 'Non prima delle'],
  time_to: ['Pas après', 'Nicht nach', 'Não depois das', 'Non dopo le'],
} as const satisfies Readonly<Record<string, InFour>>
type Member = keyof typeof members

/** The fields that are not a member of a party or a place. */
const others: Readonly<Record<Exclude<FieldName, `${Side}_${Member}`>, InFour>> = {
  reference: ['Votre référence', 'Ihre Referenz', 'A sua referência', 'Vostro riferimento'],
  transport_type: ['Type de transport', 'Art der Beförderung', 'Tipo de transporte', 'Tipo di trasporto'],
  issue_date: ['Date d’établissement', 'Ausstellungsdatum', 'Data de emissão', 'Data di emissione'],
  issue_place: ['Lieu d’établissement', 'Ausstellungsort', 'Local de emissão', 'Luogo di emissione'],
  language: ['Langue du document', 'Sprache des Dokuments', 'Língua do documento', 'Lingua del documento'],
  efti_uil: ['Lien unique eFTI', 'Eindeutiger eFTI-Link', 'Ligação única eFTI', 'Collegamento unico eFTI'],
  notes: ['Observations', 'Bemerkungen', 'Observações', 'Osservazioni'],
  carrier_license_number: [
    'N° de licence de transport',
    'Nummer der Beförderungslizenz',
    'N.º da licença de transporte',
    'N. della licenza di trasporto',
  ],
  successive_carriers: [
    'Transporteurs successifs',
    'Nachfolgende Frachtführer',
    'Transportadores sucessivos',
    'Vettori successivi',
  ],
  driver_name: ['Conducteur', 'Fahrer', 'Condutor', 'Conducente'],
  driver_phone: [
    'Téléphone du conducteur',
    'Telefon des Fahrers',
    'Telefone do condutor',
    'Telefono del conducente',
  ],
  vehicle_plate: [
    'Immatriculation du véhicule',
    'Kennzeichen des Fahrzeugs',
    'Matrícula do veículo',
    'Targa del veicolo',
  ],
  trailer_plate: [
    'Immatriculation de la remorque',
    'Kennzeichen des Anhängers',
    'Matrícula do reboque',
    'Targa del rimorchio',
  ],
  vehicle_country: [
    'Pays d’immatriculation',
    'Zulassungsland',
    'País de matrícula',
    'Paese di immatricolazione',
  ],
  special_permit_number: [
    'Autorisation spéciale de circulation',
    'Besondere Verkehrsgenehmigung',
    'Autorização especial de circulação',
    'Autorizzazione speciale di circolazione',
  ],
  seal_numbers: ['Scellés', 'Plomben', 'Selos', 'Sigilli'],
  delivery_time_limit: ['Délai convenu', 'Vereinbarte Frist', 'Prazo acordado', 'Termine convenuto'],
  goods_description: [
    'Nature de la marchandise',
    'Bezeichnung des Gutes',
    'Natureza da mercadoria',
    'Natura della merce',
  ],
  goods_marks: ['Marques et numéros', 'Kennzeichen und Nummern', 'Marcas e números', 'Contrassegni e numeri'],
  goods_packages: ['Nombre de colis', 'Anzahl der Packstücke', 'Número de volumes', 'Numero dei colli'],
  goods_packaging: ['Mode d’emballage', 'Art der Verpackung', 'Modo de embalagem', 'Imballaggio'],
  goods_hs_code: ['Code SH', 'HS-Code', 'Código SH', 'Codice SA'],
  goods_weight_kg: ['Poids brut (kg)', 'Bruttogewicht (kg)', 'Peso bruto (kg)', 'Peso lordo (kg)'],
  goods_volume_m3: ['Volume (m³)', 'Volumen (m³)', 'Volume (m³)', 'Volume (m³)'],
  goods_quantity_other: [
    'Quantité exprimée autrement',
    'Anders ausgedrückte Menge',
    'Quantidade expressa de outro modo',
    'Quantità altrimenti espressa',
  ],
  goods_temperature: ['Température', 'Temperatur', 'Temperatura', 'Temperatura'],
  declared_value: ['Valeur déclarée', 'Angegebener Wert', 'Valor declarado', 'Valore dichiarato'],
  declared_value_currency: [
    'Monnaie de la valeur déclarée',
    'Währung des angegebenen Wertes',
    'Moeda do valor declarado',
    'Valuta del valore dichiarato',
  ],
  goods_items: ['Articles', 'Positionen', 'Itens', 'Voci'],
  goods_dangerous: ['Marchandise dangereuse', 'Gefahrgut', 'Mercadoria perigosa', 'Merce pericolosa'],
  goods_un_number: ['Numéro ONU', 'UN-Nummer', 'Número ONU', 'Numero ONU'],
  goods_adr_class: ['Classe ADR', 'ADR-Klasse', 'Classe ADR', 'Classe ADR'],
  goods_packing_group: [
    'Groupe d’emballage',
    'Verpackungsgruppe',
    'Grupo de embalagem',
    'Gruppo di imballaggio',
  ],
  instructions: [
    'Instructions de l’expéditeur',
    'Anweisungen des Absenders',
    'Instruções do expedidor',
    'Istruzioni del mittente',
  ],
  customs_instructions: [
    'Douane et autres formalités',
    'Zoll und andere Förmlichkeiten',
    'Alfândega e outras formalidades',
    'Dogana e altre formalità',
  ],
  insurance_instructions: ['Assurance', 'Versicherung', 'Seguro', 'Assicurazione'],
  transhipment_allowed: [
    'Transbordement permis',
    'Umladung erlaubt',
    'Transbordo permitido',
    'Trasbordo consentito',
  ],
  special_agreements: [
    'Conventions particulières',
    'Besondere Vereinbarungen',
    'Convenções particulares',
    'Convenzioni particolari',
  ],
  charges: ['Frais de transport', 'Beförderungskosten', 'Despesas de transporte', 'Spese di trasporto'],
  cod_amount: ['Remboursement', 'Nachnahme', 'Reembolso', 'Rimborso'],
  cod_currency: [
    'Monnaie du remboursement',
    'Währung der Nachnahme',
    'Moeda do reembolso',
    'Valuta del rimborso',
  ],
  documents: ['Documents joints', 'Beigefügte Dokumente', 'Documentos anexos', 'Documenti allegati'],
}

const column = { fr: 0, de: 1, pt: 2, it: 3 } as const

const isIn = <Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> =>
  Object.hasOwn(table, key)

/** What a field is called among the others of its box: "NIF". */
export function shortFieldName(field: FieldName, language: DocumentLanguage): string {
  if (language === 'es' || language === 'en') return fieldLabel(field, language)
  return partsOf(field, column[language]).at(-1) ?? field
}

/** What a field is called where it stands alone: "Remitente: NIF". */
export function fullFieldName(field: FieldName, language: DocumentLanguage): string {
  if (language === 'es' || language === 'en') return fullFieldLabel(field, language)
  const [side, member] = partsOf(field, column[language])
  if (member === undefined) return side ?? field
  return `${side}: ${language === 'de' ? member : uncapitalised(member)}`
}

function partsOf(field: FieldName, at: 0 | 1 | 2 | 3): readonly string[] {
  if (isIn(others, field)) return [others[field][at]]
  const side = Object.keys(sides).find((name) => field.startsWith(`${name}_`)) ?? ''
  const member = field.slice(side.length + 1)
  return isIn(sides, side) && isIn(members, member) ? [sides[side][at], members[member][at]] : []
}
