import type { PaperLanguage } from '../../corpus-page.js'

type Variants = Readonly<Record<PaperLanguage, readonly string[]>>

/** What papers without numbered boxes call things. */
export const labels = {
  sender: {
    es: ['Remitente', 'Expedidor', 'Cargador'],
    en: ['Sender', 'Shipper', 'Consignor'],
    fr: ['Expéditeur', 'Chargeur'],
    de: ['Absender', 'Versender'],
  },
  receiver: {
    es: ['Destinatario', 'Consignatario'],
    en: ['Consignee', 'Receiver', 'Ship to'],
    fr: ['Destinataire'],
    de: ['Empfänger', 'Warenempfänger'],
  },
  customer: {
    es: ['Cliente', 'Destinatario'],
    en: ['Customer', 'Consignee', 'Ship to'],
    fr: ['Client', 'Destinataire'],
    de: ['Kunde', 'Empfänger'],
  },
  carrier: {
    es: ['Transportista', 'Porteador', 'Empresa de transporte'],
    en: ['Carrier', 'Haulier'],
    fr: ['Transporteur'],
    de: ['Frachtführer', 'Spedition', 'Transportunternehmen'],
  },
  pickup: {
    es: ['Lugar de carga', 'Lugar de recogida', 'Dirección de recogida'],
    en: ['Place of loading', 'Pickup address', 'Collect from'],
    fr: ['Lieu de chargement', 'Lieu d’enlèvement'],
    de: ['Ladeort', 'Beladestelle', 'Abholadresse'],
  },
  delivery: {
    es: ['Lugar de entrega', 'Dirección de entrega', 'Lugar de descarga'],
    en: ['Delivery address', 'Place of delivery', 'Place of unloading'],
    fr: ['Adresse de livraison', 'Lieu de livraison', 'Lieu de déchargement'],
    de: ['Lieferadresse', 'Lieferanschrift', 'Entladestelle'],
  },
  pickupDate: {
    es: ['Fecha de carga', 'Fecha de recogida', 'Fecha de salida'],
    en: ['Loading date', 'Pickup date', 'Date of loading'],
    fr: ['Date de chargement', 'Date d’enlèvement', 'Chargé le'],
    de: ['Ladedatum', 'Abholdatum', 'Ladetag'],
  },
  deliveryDate: {
    es: ['Fecha de entrega', 'Fecha de descarga', 'Entrega prevista'],
    en: ['Delivery date', 'Unloading date', 'Date of delivery'],
    fr: ['Date de livraison', 'Livraison prévue le'],
    de: ['Lieferdatum', 'Liefertermin', 'Entladedatum'],
  },
  deliveryTimes: {
    es: ['Horario de descarga', 'Horario de entrega'],
    en: ['Delivery hours', 'Unloading hours'],
    fr: ['Horaires de livraison', 'Heures de déchargement'],
    de: ['Entladezeit', 'Anlieferzeit'],
  },
  issueDate: {
    es: ['Fecha', 'Fecha de emisión'],
    en: ['Date', 'Date of issue'],
    fr: ['Date', 'Date d’émission'],
    de: ['Datum', 'Ausstellungsdatum'],
  },
  reference: {
    es: ['Referencia', 'Nuestra referencia', 'Ref.'],
    en: ['Reference', 'Our reference', 'Ref.'],
    fr: ['Référence', 'Notre référence', 'Réf.'],
    de: ['Referenz', 'Unser Zeichen', 'Ref.-Nr.'],
  },
  order: {
    es: ['Su pedido', 'Pedido n.º'],
    en: ['Your order', 'Order no.'],
    fr: ['Votre commande', 'Commande n°'],
    de: ['Ihre Bestellung', 'Auftrag Nr.'],
  },
  customerNumber: {
    es: ['N.º de cliente', 'Cód. cliente'],
    en: ['Customer no.', 'Account'],
    fr: ['N° client', 'Code client'],
    de: ['Kundennr.', 'Kunden-Nr.'],
  },
  goods: {
    es: ['Mercancía', 'Descripción de la mercancía', 'Naturaleza de la mercancía'],
    en: ['Goods', 'Description of goods', 'Nature of the goods'],
    fr: ['Marchandise', 'Désignation', 'Nature de la marchandise'],
    de: ['Ware', 'Warenbezeichnung', 'Bezeichnung des Gutes'],
  },
  packages: {
    es: ['Bultos', 'Número de bultos', 'N.º de bultos'],
    en: ['Packages', 'Number of packages', 'No. of packages'],
    fr: ['Colis', 'Nombre de colis', 'Nb de colis'],
    de: ['Anzahl', 'Packstücke', 'Anzahl Packstücke'],
  },
  packing: {
    es: ['Embalaje', 'Tipo de embalaje', 'Clase de embalaje'],
    en: ['Packaging', 'Method of packing', 'Packing'],
    fr: ['Emballage', 'Mode d’emballage', 'Conditionnement'],
    de: ['Verpackung', 'Verpackungsart', 'Art der Verpackung'],
  },
  weight: {
    es: ['Peso bruto', 'Peso', 'Peso bruto kg'],
    en: ['Gross weight', 'Weight', 'Gross weight kg'],
    fr: ['Poids brut', 'Poids', 'Poids brut kg'],
    de: ['Bruttogewicht', 'Gewicht', 'Bruttogewicht kg'],
  },
  volume: {
    es: ['Volumen', 'Cubicaje'],
    en: ['Volume'],
    fr: ['Volume', 'Cubage'],
    de: ['Volumen', 'Rauminhalt'],
  },
  marks: {
    es: ['Marcas y números', 'Marcas'],
    en: ['Marks and numbers', 'Marks'],
    fr: ['Marques et numéros', 'Marques'],
    de: ['Kennzeichen und Nummern', 'Markierung'],
  },
  hsCode: {
    es: ['Código arancelario', 'Partida arancelaria', 'Código TARIC'],
    en: ['HS code', 'Commodity code', 'Tariff code'],
    fr: ['Code douanier', 'Code SH'],
    de: ['Warennummer', 'Zolltarifnummer', 'HS-Code'],
  },
  vehicle: {
    es: ['Matrícula', 'Matrícula tractora', 'Vehículo'],
    en: ['Vehicle registration', 'Truck', 'Vehicle'],
    fr: ['Immatriculation', 'Véhicule', 'Tracteur'],
    de: ['Kennzeichen', 'Kfz-Kennzeichen', 'LKW'],
  },
  trailer: {
    es: ['Remolque', 'Matrícula remolque', 'Semirremolque'],
    en: ['Trailer', 'Trailer registration'],
    fr: ['Remorque', 'Semi-remorque'],
    de: ['Anhänger', 'Auflieger'],
  },
  driver: {
    es: ['Conductor', 'Nombre del conductor', 'Chófer'],
    en: ['Driver', 'Driver’s name'],
    fr: ['Chauffeur', 'Conducteur', 'Nom du chauffeur'],
    de: ['Fahrer', 'Name des Fahrers'],
  },
  driverPhone: {
    es: ['Teléfono del conductor', 'Móvil conductor'],
    en: ['Driver’s phone', 'Driver’s mobile'],
    fr: ['Tél. chauffeur', 'Téléphone du chauffeur'],
    de: ['Telefon Fahrer', 'Handy Fahrer'],
  },
  licence: {
    es: ['Licencia de transporte', 'N.º de licencia'],
    en: ['Licence number', 'Operator licence'],
    fr: ['Licence de transport', 'N° de licence'],
    de: ['Lizenznummer', 'Güterkraftverkehrslizenz'],
  },
  temperature: {
    es: ['Temperatura', 'Temperatura de transporte'],
    en: ['Temperature', 'Transport temperature'],
    fr: ['Température', 'Température de transport'],
    de: ['Temperatur', 'Transporttemperatur'],
  },
  seals: {
    es: ['Precinto', 'Precintos', 'N.º de precinto'],
    en: ['Seal no.', 'Seals', 'Seal number'],
    fr: ['Plomb n°', 'Plombs', 'Scellé n°'],
    de: ['Plombe Nr.', 'Plomben', 'Plombennummer'],
  },
  unNumber: {
    es: ['N.º ONU', 'Número ONU'],
    en: ['UN number', 'UN No.'],
    fr: ['N° ONU', 'Numéro ONU'],
    de: ['UN-Nummer', 'UN-Nr.'],
  },
  adrClass: {
    es: ['Clase ADR', 'Clase (ADR)'],
    en: ['ADR class', 'Class (ADR)'],
    fr: ['Classe ADR', 'Classe (ADR)'],
    de: ['ADR-Klasse', 'Klasse (ADR)'],
  },
  packingGroup: {
    es: ['Grupo de embalaje'],
    en: ['Packing group'],
    fr: ['Groupe d’emballage'],
    de: ['Verpackungsgruppe'],
  },
  documents: {
    es: ['Documentos adjuntos', 'Documentos anexos'],
    en: ['Documents attached', 'Attached documents'],
    fr: ['Documents joints', 'Documents annexés'],
    de: ['Beigefügte Dokumente', 'Anlagen'],
  },
  instructions: {
    es: ['Instrucciones', 'Instrucciones del remitente'],
    en: ['Instructions', 'Sender’s instructions'],
    fr: ['Instructions', 'Instructions de l’expéditeur'],
    de: ['Anweisungen', 'Anweisungen des Absenders'],
  },
  notes: {
    es: ['Observaciones', 'Notas'],
    en: ['Remarks', 'Notes'],
    fr: ['Remarques', 'Observations'],
    de: ['Bemerkungen', 'Hinweise'],
  },
  agreements: {
    es: ['Estipulaciones particulares', 'Acuerdos especiales'],
    en: ['Special agreements'],
    fr: ['Conventions particulières'],
    de: ['Besondere Vereinbarungen'],
  },
  cashOnDelivery: {
    es: ['Reembolso', 'Contra reembolso'],
    en: ['Cash on delivery', 'COD amount'],
    fr: ['Contre-remboursement', 'Remboursement'],
    de: ['Nachnahme', 'Nachnahmebetrag'],
  },
  declaredValue: {
    es: ['Valor declarado'],
    en: ['Declared value'],
    fr: ['Valeur déclarée'],
    de: ['Angegebener Wert', 'Warenwert'],
  },
} as const satisfies Readonly<Record<string, Variants>>
export type LabelName = keyof typeof labels
