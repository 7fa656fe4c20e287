import type { PaperLanguage } from '../drawn-page.js'
import type { Chance } from './chance.js'
import { trailerPlate, vehiclePlate } from './identifiers.js'
import { type Load, loads } from './load.js'
import { mobile, type Party, party, person } from './party.js'
import { type Country, wordsFor } from './tables.js'

/** The contents of a paper. Each layout prints as much of it as it has places for. */
export interface Consignment {
  /** it stays within a country */
  readonly isNational: boolean
  readonly sender: Party
  readonly receiver: Party
  readonly carrier: Party
  /** the successive carrier, if there is one */
  readonly successor: Party
  /** the sender's where absent */
  readonly pickedUpAt: Party | undefined
  /** the receiver's where absent */
  readonly deliveredTo: Party | undefined
  /** YYYY-MM-DD, as all dates here */
  readonly pickupDate: string
  readonly deliveryDate: string
  readonly issueDate: string
  /** HH:MM, on the half hour */
  readonly deliveryTimes: readonly [string, string]
  readonly loads: readonly Load[]
  readonly documents: readonly string[]
  readonly instructions: readonly string[]
  readonly agreement: string
  readonly reservation: string
  readonly reference: string
  readonly seals: readonly string[]
  readonly driver: string
  readonly driverPhone: string
  readonly vehiclePlate: string
  readonly trailerPlate: string
  readonly licence: string
  readonly cashOnDelivery: number
  readonly declaredValue: number
  readonly currency: string
}

const homes: Readonly<Record<PaperLanguage, readonly Country[]>> = {
  es: ['ES'],
  en: ['GB', 'NL', 'GB', 'BE'],
  fr: ['FR', 'FR', 'BE'],
  de: ['DE', 'DE', 'AT'],
  it: ['IT'],
  pt: ['PT'],
}
const abroad: readonly Country[] = ['ES', 'FR', 'DE', 'IT', 'PT', 'NL', 'GB', 'BE', 'AT']

/**
 * @param nationalShare how likely it stays within a country
 * @param lines of goods; absent: as it happens, one to three
 */
export function consignment(
  chance: Chance,
  language: PaperLanguage,
  nationalShare: number,
  lines?: number,
): Consignment {
  const home = chance.happens(0.85) ? chance.oneOf(homes[language]) : chance.oneOf(abroad)
  const isNational = chance.happens(nationalShare)
  const away = isNational ? home : chance.oneOf(abroad.filter((country) => country !== home))
  const [from, to] = chance.happens(0.75) ? [home, away] : [away, home]
  const hauls = isNational ? from : chance.oneOf([from, from, to, 'ES' as const])
  const [year, month, day] = [chance.whole(2024, 2027), chance.whole(1, 12), chance.whole(1, 24)]
  const on = (each: number): string => `${year}-${twoDigits(month)}-${twoDigits(each)}`
  const opens = chance.whole(6, 11)
  return {
    isNational,
    sender: party(chance, from, 'goods'),
    receiver: party(chance, to, 'goods'),
    carrier: party(chance, hauls, 'haulage'),
    successor: party(chance, to, 'haulage'),
    pickedUpAt: chance.happens(0.25) ? party(chance, from, 'goods') : undefined,
    deliveredTo: chance.happens(0.4) ? party(chance, to, 'goods') : undefined,
    pickupDate: on(day),
    deliveryDate: on(day + chance.whole(1, 4)),
    issueDate: on(chance.happens(0.8) ? day : Math.max(1, day - 1)),
    deliveryTimes: [`${twoDigits(opens)}:00`, `${twoDigits(opens + chance.whole(2, 7))}:30`],
    loads: loads(chance, language, lines),
    documents: chance
      .someOf(wordsFor('text.documents')[language], chance.whole(1, 3))
      .map((text) => text.replace('#', invoiceNumber(chance))),
    instructions: chance.someOf(wordsFor('text.instructions')[language], chance.whole(1, 2)),
    agreement: chance.oneOf(wordsFor('text.agreements')[language]),
    reservation: chance.oneOf(wordsFor('text.reservations')[language]),
    reference: reference(chance),
    seals: Array.from({ length: chance.whole(1, 2) }, () =>
      chance.oneOf([chance.digits(7), `ES${chance.digits(6)}`, `SL-${chance.digits(5)}`]),
    ),
    driver: person(chance, hauls),
    driverPhone: mobile(chance, hauls),
    vehiclePlate: vehiclePlate(chance, hauls),
    trailerPlate: trailerPlate(chance, hauls),
    licence: chance.oneOf([chance.digits(8), `MDPE-${chance.digits(6)}`, `LIC-${chance.digits(7)}`]),
    cashOnDelivery: chance.whole(4, 90) * 100 + chance.oneOf([0, 0, 50, 37.5, 12.8]),
    declaredValue: chance.whole(20, 400) * 250,
    currency: from === 'GB' ? 'GBP' : 'EUR',
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

function invoiceNumber(chance: Chance): string {
  return chance.oneOf([
    `${chance.whole(24, 27)}/${chance.digits(5)}`,
    chance.digits(6),
    `F-${chance.digits(5)}`,
  ])
}

function reference(chance: Chance): string {
  return chance.oneOf([
    `PED-${chance.digits(5)}`,
    `EXP ${chance.digits(6)}`,
    `4500${chance.digits(6)}`,
    `OT/${chance.whole(24, 27)}/${chance.digits(4)}`,
    `${chance.letters(2, 'ABCDEFGHKLMRST')}${chance.digits(6)}`,
  ])
}
