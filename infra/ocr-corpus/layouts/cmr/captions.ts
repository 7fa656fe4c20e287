import type { PaperLanguage } from '../../corpus-page.js'

type Caption = Readonly<Record<PaperLanguage, string>>

/** What is printed in the boxes of the form, in the words that the form has in each language. */
export const captions = {
  sender: {
    es: 'Remitente (nombre, domicilio, país)',
    en: 'Sender (name, address, country)',
    fr: 'Expéditeur (nom, adresse, pays)',
    de: 'Absender (Name, Anschrift, Land)',
  },
  consignee: {
    es: 'Consignatario (nombre, domicilio, país)',
    en: 'Consignee (name, address, country)',
    fr: 'Destinataire (nom, adresse, pays)',
    de: 'Empfänger (Name, Anschrift, Land)',
  },
  delivery: {
    es: 'Lugar de entrega de la mercancía (lugar, país)',
    en: 'Place of delivery of the goods (place, country)',
    fr: 'Lieu prévu pour la livraison de la marchandise (lieu, pays)',
    de: 'Auslieferungsort des Gutes (Ort, Land)',
  },
  takingOver: {
    es: 'Lugar y fecha de carga de la mercancía (lugar, país, fecha)',
    en: 'Place and date of taking over the goods (place, country, date)',
    fr: 'Lieu et date de la prise en charge de la marchandise (lieu, pays, date)',
    de: 'Ort und Tag der Übernahme des Gutes (Ort, Land, Datum)',
  },
  documents: {
    es: 'Documentos anexos',
    en: 'Documents attached',
    fr: 'Documents annexés',
    de: 'Beigefügte Dokumente',
  },
  marks: {
    es: 'Marcas y números',
    en: 'Marks and Nos',
    fr: 'Marques et numéros',
    de: 'Kennzeichen und Nummern',
  },
  packages: {
    es: 'Número de bultos',
    en: 'Number of packages',
    fr: 'Nombre des colis',
    de: 'Anzahl der Packstücke',
  },
  packing: {
    es: 'Clase de embalaje',
    en: 'Method of packing',
    fr: 'Mode d’emballage',
    de: 'Art der Verpackung',
  },
  nature: {
    es: 'Naturaleza de la mercancía',
    en: 'Nature of the goods',
    fr: 'Nature de la marchandise',
    de: 'Bezeichnung des Gutes',
  },
  statistical: { es: 'N.º estadístico', en: 'Statistical number', fr: 'N° statistique', de: 'Statistik-Nr.' },
  weight: { es: 'Peso bruto, kg', en: 'Gross weight in kg', fr: 'Poids brut, kg', de: 'Bruttogewicht in kg' },
  volume: { es: 'Volumen m³', en: 'Volume in m³', fr: 'Cubage m³', de: 'Umfang in m³' },
  instructions: {
    es: 'Instrucciones del remitente',
    en: 'Sender’s instructions',
    fr: 'Instructions de l’expéditeur',
    de: 'Anweisungen des Absenders',
  },
  payment: {
    es: 'Forma de pago',
    en: 'Instructions as to payment for carriage',
    fr: 'Prescriptions d’affranchissement',
    de: 'Frachtzahlungsanweisungen',
  },
  cashOnDelivery: { es: 'Reembolso', en: 'Cash on delivery', fr: 'Remboursement', de: 'Rückerstattung' },
  carrier: {
    es: 'Porteador (nombre, domicilio, país)',
    en: 'Carrier (name, address, country)',
    fr: 'Transporteur (nom, adresse, pays)',
    de: 'Frachtführer (Name, Anschrift, Land)',
  },
  successive: {
    es: 'Porteadores sucesivos (nombre, domicilio, país)',
    en: 'Successive carriers (name, address, country)',
    fr: 'Transporteurs successifs (nom, adresse, pays)',
    de: 'Nachfolgende Frachtführer (Name, Anschrift, Land)',
  },
  reservations: {
    es: 'Reservas y observaciones del porteador',
    en: 'Carrier’s reservations and observations',
    fr: 'Réserves et observations du transporteur',
    de: 'Vorbehalte und Bemerkungen der Frachtführer',
  },
  agreements: {
    es: 'Estipulaciones particulares',
    en: 'Special agreements',
    fr: 'Conventions particulières',
    de: 'Besondere Vereinbarungen',
  },
  toPay: { es: 'A pagar por:', en: 'To be paid by:', fr: 'A payer par :', de: 'Zu zahlen vom:' },
  established: { es: 'Formalizado en', en: 'Established in', fr: 'Etablie à', de: 'Ausgefertigt in' },
  senderSigns: {
    es: 'Firma y sello del remitente',
    en: 'Signature and stamp of the sender',
    fr: 'Signature et timbre de l’expéditeur',
    de: 'Unterschrift und Stempel des Absenders',
  },
  carrierSigns: {
    es: 'Firma y sello del porteador',
    en: 'Signature and stamp of the carrier',
    fr: 'Signature et timbre du transporteur',
    de: 'Unterschrift und Stempel des Frachtführers',
  },
  received: {
    es: 'Recibo de la mercancía',
    en: 'Goods received',
    fr: 'Marchandises reçues',
    de: 'Gut empfangen',
  },
  plates: {
    es: 'Matrícula',
    en: 'Official registration number',
    fr: 'N° d’immatriculation',
    de: 'Amtliches Kennzeichen',
  },
} as const satisfies Readonly<Record<string, Caption>>
export type CaptionName = keyof typeof captions

/** Words of the form that are no captions of boxes. */
export const formWords = {
  title: {
    es: 'CARTA DE PORTE INTERNACIONAL',
    en: 'INTERNATIONAL CONSIGNMENT NOTE',
    fr: 'LETTRE DE VOITURE INTERNATIONALE',
    de: 'INTERNATIONALER FRACHTBRIEF',
  },
  law: {
    es: 'Este transporte queda sometido, no obstante toda cláusula contraria, al Convenio sobre el Contrato de Transporte Internacional de Mercancías por Carretera (CMR).',
    en: 'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).',
    fr: 'Ce transport est soumis, nonobstant toute clause contraire, à la Convention relative au contrat de transport international de marchandises par route (CMR).',
    de: 'Diese Beförderung unterliegt trotz einer gegenteiligen Abmachung den Bestimmungen des Übereinkommens über den Beförderungsvertrag im internationalen Straßengüterverkehr (CMR).',
  },
  paid: { es: 'Porte pagado', en: 'Carriage paid', fr: 'Franco', de: 'Frei' },
  forward: { es: 'Porte debido', en: 'Carriage forward', fr: 'Non franco', de: 'Unfrei' },
  on: { es: 'a', en: 'on', fr: 'le', de: 'am' },
  place: { es: 'Lugar', en: 'Place', fr: 'Lieu', de: 'Ort' },
  tractor: { es: 'Vehículo', en: 'Vehicle', fr: 'Véhicule', de: 'Kfz' },
  trailer: { es: 'Remolque', en: 'Trailer', fr: 'Remorque', de: 'Anhänger' },
  dangerous: { es: 'Clase', en: 'Class', fr: 'Classe', de: 'Klasse' },
  figure: { es: 'Cifra', en: 'Number', fr: 'Chiffre', de: 'Ziffer' },
  letter: { es: 'Letra', en: 'Letter', fr: 'Lettre', de: 'Buchstabe' },
  unNumber: { es: 'N.º ONU', en: 'UN number', fr: 'N° ONU', de: 'UN-Nummer' },
  packingGroup: {
    es: 'Grupo embalaje',
    en: 'Packing group',
    fr: 'Groupe emballage',
    de: 'Verpackungsgruppe',
  },
  senderPays: { es: 'Remitente', en: 'Sender', fr: 'Expéditeur', de: 'Absender' },
  currency: { es: 'Moneda', en: 'Currency', fr: 'Monnaie', de: 'Währung' },
  consigneePays: { es: 'Consignatario', en: 'Consignee', fr: 'Destinataire', de: 'Empfänger' },
} as const satisfies Readonly<Record<string, Caption>>
export type FormWord = keyof typeof formWords

/** The lines of box 20. */
export const charges: readonly Caption[] = [
  { es: 'Precio del transporte', en: 'Carriage charges', fr: 'Prix de transport', de: 'Fracht' },
  { es: 'Descuentos', en: 'Deductions', fr: 'Réductions', de: 'Ermäßigungen' },
  { es: 'Líquido', en: 'Balance', fr: 'Solde', de: 'Zwischensumme' },
  { es: 'Suplementos', en: 'Supplementary charges', fr: 'Suppléments', de: 'Zuschläge' },
  { es: 'Gastos accesorios', en: 'Other charges', fr: 'Frais accessoires', de: 'Nebengebühren' },
  { es: 'TOTAL', en: 'TOTAL', fr: 'TOTAL', de: 'Zu zahlende Gesamtsumme' },
]

/** For whom the sheets of the form are, from the first on. */
export const copies: readonly Caption[] = [
  {
    es: 'Ejemplar para el remitente',
    en: 'Copy for sender',
    fr: 'Exemplaire de l’expéditeur',
    de: 'Exemplar für Absender',
  },
  {
    es: 'Ejemplar para el consignatario',
    en: 'Copy for consignee',
    fr: 'Exemplaire du destinataire',
    de: 'Exemplar für Empfänger',
  },
  {
    es: 'Ejemplar para el porteador',
    en: 'Copy for carrier',
    fr: 'Exemplaire du transporteur',
    de: 'Exemplar für Frachtführer',
  },
]
