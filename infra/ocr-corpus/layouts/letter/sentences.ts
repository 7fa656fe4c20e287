import type { PaperLanguage } from '../../corpus-page.js'

/** Running text of a letter of carriage. Names in braces stand for particulars. */
export const openings: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: [
    'Por la presente les comunicamos que con fecha {pickup_date} hemos entregado al transportista {carrier} la mercancía que se detalla a continuación, para su entrega en {delivery}.',
    'El día {pickup_date} se ha cargado en el vehículo con matrícula {vehicle} y remolque {trailer} la mercancía siguiente con destino a {delivery}.',
    'Adjunto a este escrito viaja la mercancía siguiente, cargada el {pickup_date} por {carrier}, que debe entregarse en {delivery}.',
  ],
  en: [
    'We hereby inform you that on {pickup_date} we handed over to the carrier {carrier} the goods described below, to be delivered to {delivery}.',
    'On {pickup_date} the following goods were loaded onto the vehicle with registration number {vehicle} and trailer {trailer}, bound for {delivery}.',
    'This letter travels with the following goods, loaded on {pickup_date} by {carrier}, which are to be delivered to {delivery}.',
  ],
  fr: [
    'Par la présente, nous vous informons que nous avons remis le {pickup_date} au transporteur {carrier} la marchandise décrite ci-dessous, à livrer à {delivery}.',
    'Le {pickup_date}, la marchandise suivante a été chargée sur le véhicule immatriculé {vehicle} et la remorque {trailer}, à destination de {delivery}.',
    'La présente lettre accompagne la marchandise suivante, chargée le {pickup_date} par {carrier}, à livrer à {delivery}.',
  ],
  de: [
    'Hiermit teilen wir Ihnen mit, dass wir am {pickup_date} dem Frachtführer {carrier} die nachstehend beschriebene Ware zur Auslieferung in {delivery} übergeben haben.',
    'Am {pickup_date} wurde auf das Fahrzeug mit dem Kennzeichen {vehicle} und den Anhänger {trailer} die folgende Ware mit Bestimmungsort {delivery} verladen.',
    'Dieses Schreiben begleitet die folgende Ware, die am {pickup_date} von {carrier} geladen wurde und in {delivery} auszuliefern ist.',
  ],
}

export const closings: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: [
    'Rogamos nos devuelvan una copia firmada de este documento.',
    'Sin otro particular, les saludamos atentamente.',
  ],
  en: ['Please return a signed copy of this document to us.', 'Yours faithfully,'],
  fr: [
    'Nous vous prions de nous retourner un exemplaire signé.',
    'Veuillez agréer nos salutations distinguées.',
  ],
  de: ['Bitte senden Sie uns eine unterschriebene Kopie zurück.', 'Mit freundlichen Grüßen'],
}

export const headings: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: ['CARTA DE PORTE', 'Carta de porte'],
  en: ['LETTER OF CARRIAGE', 'Consignment letter'],
  fr: ['LETTRE DE VOITURE', 'Lettre de voiture'],
  de: ['FRACHTBRIEF', 'Begleitschreiben zum Transport'],
}
