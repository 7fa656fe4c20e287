import type { PaperLanguage } from '../../corpus-page.js'

/** What such forms are headed with. */
export const titles: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: ['Carta de porte nacional', 'Documento de control', 'Orden de transporte', 'Carta de porte'],
  en: ['Transport document', 'Road waybill', 'Transport order', 'Consignment note'],
  fr: ['Lettre de voiture', 'Document de transport', 'Ordre de transport'],
  de: ['Frachtbrief', 'Transportauftrag', 'Beförderungspapier'],
}

/** What stands over the places for signatures. */
export const signatories: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: ['Firma del remitente', 'Firma del transportista', 'Firma del destinatario'],
  en: ['Sender’s signature', 'Carrier’s signature', 'Consignee’s signature'],
  fr: ['Signature de l’expéditeur', 'Signature du transporteur', 'Signature du destinataire'],
  de: ['Unterschrift Absender', 'Unterschrift Frachtführer', 'Unterschrift Empfänger'],
}
