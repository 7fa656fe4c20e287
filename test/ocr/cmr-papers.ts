import { type RecognisedWord, readConsignmentNote } from '@ecmr/ocr/testing'
import { drawPage } from '#ocr-corpus'
import type { Written } from './written-page.js'

/** A form as printers make it, words and lines as perfect recognition would see them. */
export function drawnForm(language: 'es' | 'en' | 'fr' | 'de', seed: number) {
  const { width, height, words, rules, truth } = drawPage({ layout: 'cmr', language, seed })
  return { page: { width, height, words, rules, toImage: [1, 0, 0, 0, 1, 0, 0, 0, 1] as const }, truth }
}

/** What is read of a page, by the names of the fields. */
export function fieldsOf(page: Parameters<typeof readConsignmentNote>[0]) {
  return new Map(readConsignmentNote(page).fields.map((field) => [field.name, field]))
}

/** Every so many words changed, always the same ones. */
export const damaged = (
  words: readonly RecognisedWord[],
  every: number,
  damage: (word: RecognisedWord) => readonly RecognisedWord[],
): readonly RecognisedWord[] =>
  words.flatMap((word, index) => ((index * 7919 + 3) % every === 0 ? damage(word) : [word]))

/** A French form that was typed by hand: no printed lines, no numbers, captions in French only. */
export const frenchForm: readonly Written[] = [
  [100, 100, 'Expéditeur (nom, adresse, pays)'],
  [900, 60, 'LETTRE DE VOITURE INTERNATIONALE'],
  [100, 130, 'Vins Beauvallon SA'],
  [100, 155, '33 route de Narbonne'],
  [100, 180, '33300 Bordeaux, France'],
  [100, 300, 'Destinataire (nom, adresse, pays)'],
  [100, 330, 'Rheintaler Frischdienst AG'],
  [100, 355, 'Gewerbepark 12'],
  [100, 380, '68219 Mannheim, Allemagne'],
  [900, 300, 'Transporteur (nom, adresse, pays)'],
  [900, 330, 'Transports Delaroche SARL'],
  [900, 355, '12 quai Pasteur'],
  [900, 380, '67000 Strasbourg, France'],
  [100, 500, 'Lieu prévu pour la livraison de la marchandise'],
  [100, 530, '68219 Mannheim, Allemagne'],
  [900, 500, 'Transporteurs successifs'],
  [100, 620, 'Lieu et date de la prise en charge de la marchandise'],
  [100, 650, '33300 Bordeaux, France'],
  [100, 675, '16/03/2026'],
  [900, 620, 'Réserves et observations du transporteur'],
  [100, 760, 'Documents annexés'],
  [100, 790, 'Facture n° 4711, Certificat sanitaire'],
  [100, 880, 'Marques et numéros'],
  [350, 880, 'Nombre des colis'],
  [560, 880, "Mode d'emballage"],
  [780, 880, 'Nature de la marchandise'],
  [1300, 880, 'Poids brut, kg'],
  [100, 930, 'LOT 17'],
  [350, 930, '24'],
  [560, 930, 'Palettes'],
  [780, 930, 'Vin rouge en bouteilles'],
  [1300, 930, '18 400'],
  [100, 1200, "Instructions de l'expéditeur"],
  [100, 1230, 'Tenir au sec.'],
  [900, 1200, 'Conventions particulières'],
  [100, 1400, 'Établie à'],
  [100, 1430, 'Bordeaux'],
  [400, 1430, 'le 16/03/2026'],
]
