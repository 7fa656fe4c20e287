import { type Load, trades } from './goods.js'
import { type Country, type Place, places, spanishTown } from './places.js'
import type { Random } from './random.js'
import { inventedTaxId } from './tax-ids.js'

/** A firm of the demonstration: it appears on many notes, always with the same particulars. */
export interface Firm {
  readonly name: string
  readonly address: string
  readonly place: Place
  readonly taxId: string
  readonly email: string
}

export interface Shipper extends Firm {
  readonly loads: readonly Load[]
}

/** All firms on the notes of one run. */
export interface Cast {
  readonly shippers: readonly Shipper[]
  readonly receivers: readonly Firm[]
  readonly carriers: readonly Firm[]
}

const BRANDS =
  'Valdemora Sierralba Nortea Miralcampo Altomira Ribalta Torrenueva Campoverde Monteluz Aguaviva Peñalara Marisma Brisanorte Solaneta Vegaclara Riofrío'.split(
    ' ',
  )

const legalForms: Readonly<Record<Country, string>> = {
  ES: 'S.L.',
  PT: 'Lda.',
  FR: 'SARL',
  IT: 'S.r.l.',
  DE: 'GmbH',
  BE: 'BV',
  NL: 'B.V.',
  PL: 'Sp. z o.o.',
}

const traders: Readonly<Record<Country, readonly string[]>> = {
  ES: ['Distribuciones', 'Almacenes', 'Comercial', 'Suministros'],
  PT: ['Distribuição', 'Comércio'],
  FR: ['Distribution', 'Négoce'],
  IT: ['Distribuzione', 'Commerciale'],
  DE: ['Großhandel', 'Handel'],
  BE: ['Groothandel', 'Logistics'],
  NL: ['Groothandel', 'Handel'],
  PL: ['Dystrybucja', 'Handel'],
}

const hauliers: Readonly<Record<Country, string>> = {
  ES: 'Transportes',
  PT: 'Transportes',
  FR: 'Transports',
  IT: 'Trasporti',
  DE: 'Spedition',
  BE: 'Transport',
  NL: 'Transport',
  PL: 'Transport',
}

const street: Readonly<Record<Country, (number: number) => string>> = {
  ES: (number) => `Polígono Industrial La Muestra, parcela ${number}`,
  PT: (number) => `Zona Industrial do Exemplo, lote ${number}`,
  FR: (number) => `${number} rue de l’Exemple`,
  IT: (number) => `Via dell’Esempio ${number}`,
  DE: (number) => `Musterstraße ${number}`,
  BE: (number) => `Voorbeeldlaan ${number}`,
  NL: (number) => `Voorbeeldweg ${number}`,
  PL: (number) => `ul. Przykładowa ${number}`,
}

const RECEIVERS = 48
const CARRIER_COUNTRIES = [...Array<Country>(8).fill('ES'), 'PT', 'FR', 'DE', 'PL'] as const

/** Invents the firms of a run, with receivers in some of these places. */
export function castOf(random: Random, receiving: readonly Place[]): Cast {
  let serial = 0
  const firm = (trade: string, place: Place): Firm => {
    serial += 1
    const brand = random.pick(BRANDS)
    return {
      name: `${trade} ${brand} ${legalForms[place.country]}`,
      address: street[place.country](random.int(1, 180)),
      place,
      taxId: inventedTaxId(place.country, serial),
      email: `trafico@${domain(brand)}-${serial}.example`,
    }
  }
  const spanishPlaces = places.filter(({ country }) => country === 'ES')
  return {
    shippers: trades.flatMap(({ firm: trade, towns, loads }) =>
      towns.map((town) => ({ ...firm(trade, spanishTown(town)), loads })),
    ),
    receivers: Array.from({ length: RECEIVERS }, () => {
      const place = random.pick(receiving)
      return firm(random.pick(traders[place.country]), place)
    }),
    carriers: CARRIER_COUNTRIES.map((country) =>
      firm(
        hauliers[country],
        random.pick(country === 'ES' ? spanishPlaces : places.filter((place) => place.country === country)),
      ),
    ),
  }
}

/** A brand as a host name; `.example` is reserved (RFC 2606). */
const domain = (brand: string): string =>
  brand
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
