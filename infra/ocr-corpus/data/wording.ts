import type { PaperLanguage } from '../corpus-page.js'

type Sentences = Readonly<Record<PaperLanguage, readonly string[]>>

export const instructions: Sentences = {
  es: [
    'Avisar al destinatario 24 horas antes de la entrega.',
    'No remontar los palets. Mantener la carga seca.',
    'Descarga con plataforma elevadora.',
    'Entregar solo en el muelle 4, de lunes a viernes.',
    'Devolver los palets vacíos al remitente.',
    'El conductor debe llevar casco y chaleco en la descarga.',
  ],
  en: [
    'Call the consignee 24 hours before delivery.',
    'Do not stack the pallets. Keep the load dry.',
    'Unloading with tail lift.',
    'Deliver to dock 4 only, Monday to Friday.',
    'Return the empty pallets to the sender.',
    'The driver must wear helmet and vest when unloading.',
  ],
  fr: [
    'Prévenir le destinataire 24 heures avant la livraison.',
    'Ne pas gerber les palettes. Tenir au sec.',
    'Déchargement par hayon élévateur.',
    'Livrer au quai 4 uniquement, du lundi au vendredi.',
    'Retourner les palettes vides à l’expéditeur.',
    'Casque et gilet obligatoires au déchargement.',
  ],
  de: [
    'Empfänger 24 Stunden vor der Zustellung anrufen.',
    'Paletten nicht stapeln. Ladung trocken halten.',
    'Entladung mit Hebebühne.',
    'Anlieferung nur an Rampe 4, Montag bis Freitag.',
    'Leere Paletten an den Absender zurückgeben.',
    'Beim Entladen sind Helm und Warnweste zu tragen.',
  ],
}

export const agreements: Sentences = {
  es: [
    'Plazo de descarga: 2 horas.',
    'Paralización según la normativa vigente.',
    'Transporte en exclusiva.',
    'Intercambio de palets 1:1.',
  ],
  en: [
    'Two hours free for unloading.',
    'Demurrage according to contract.',
    'Exclusive use of the vehicle.',
    'Pallet exchange 1:1.',
  ],
  fr: [
    'Deux heures franches au déchargement.',
    'Immobilisation selon contrat type.',
    'Véhicule en exclusivité.',
    'Échange de palettes 1:1.',
  ],
  de: [
    'Zwei Stunden Entladezeit frei.',
    'Standgeld nach Vereinbarung.',
    'Alleinfahrt ohne Zuladung.',
    'Palettentausch 1:1.',
  ],
}

export const reservations: Sentences = {
  es: ['Dos cajas mojadas.', 'Embalaje deteriorado en 1 palet.', 'Bultos no contados por el conductor.'],
  en: ['Two boxes wet.', 'Wrapping of one pallet torn.', 'Packages not counted by the driver.'],
  fr: ['Deux cartons mouillés.', 'Film déchiré sur une palette.', 'Colis non comptés par le chauffeur.'],
  de: ['Zwei Kartons nass.', 'Folie an einer Palette gerissen.', 'Packstücke vom Fahrer nicht gezählt.'],
}

/** `#` stands for a number. */
export const documents: Sentences = {
  es: ['Factura nº #', 'Albarán nº #', 'Packing list', 'Certificado de origen', 'Certificado fitosanitario'],
  en: ['Invoice no. #', 'Delivery note no. #', 'Packing list', 'Certificate of origin', 'EUR.1'],
  fr: [
    'Facture n° #',
    'Bon de livraison n° #',
    'Liste de colisage',
    'Certificat d’origine',
    'Certificat sanitaire',
  ],
  de: ['Rechnung Nr. #', 'Lieferschein Nr. #', 'Packliste', 'Ursprungszeugnis', 'Analysenzertifikat'],
}
