import type { PaperLanguage } from '../../corpus-page.js'

type Words = Readonly<Record<PaperLanguage, readonly string[]>>

export const titles: Words = {
  es: ['ALBARÁN', 'Albarán de entrega', 'ALBARÁN DE SALIDA'],
  en: ['DELIVERY NOTE', 'Delivery note', 'DESPATCH NOTE'],
  fr: ['BON DE LIVRAISON', 'Bon de livraison', 'BORDEREAU DE LIVRAISON'],
  de: ['LIEFERSCHEIN', 'Lieferschein'],
}
export const numberLabels: Words = {
  es: ['N.º', 'Nº', 'Número'],
  en: ['No.', 'Number', 'No'],
  fr: ['N°', 'Numéro'],
  de: ['Nr.', 'Nummer'],
}
export const articleHeads: Words = {
  es: ['Código', 'Artículo'],
  en: ['Item', 'Code'],
  fr: ['Réf. art.', 'Code'],
  de: ['Art.-Nr.', 'Pos.'],
}
export const descriptionHeads: Words = {
  es: ['Descripción', 'Concepto'],
  en: ['Description'],
  fr: ['Désignation', 'Description'],
  de: ['Bezeichnung', 'Beschreibung'],
}
export const totals: Words = {
  es: ['Total', 'TOTAL', 'Totales'],
  en: ['Total', 'TOTAL'],
  fr: ['Total', 'TOTAL'],
  de: ['Summe', 'Gesamt'],
}
export const transports: Words = {
  es: ['Datos del transporte', 'Transporte'],
  en: ['Transport details', 'Transport'],
  fr: ['Transport', 'Informations de transport'],
  de: ['Transport', 'Transportdaten'],
}
export const receipts: Words = {
  es: ['Recibí conforme:', 'Conforme, el cliente:'],
  en: ['Received in good order:', 'Received by:'],
  fr: ['Reçu conforme :', 'Bon pour réception :'],
  de: ['Ware erhalten:', 'Empfang bestätigt:'],
}
export const smallPrint: Words = {
  es: [
    'Inscrita en el Registro Mercantil. No se admiten reclamaciones pasados siete días desde la recepción de la mercancía. La mercancía viaja por cuenta y riesgo del comprador.',
  ],
  en: [
    'Goods remain our property until paid for in full. Claims must be made in writing within seven days of receipt.',
  ],
  fr: [
    'Toute réclamation doit être formulée par écrit dans les trois jours suivant la réception. Clause de réserve de propriété.',
  ],
  de: [
    'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Beanstandungen bitte innerhalb von acht Tagen schriftlich anzeigen.',
  ],
}
