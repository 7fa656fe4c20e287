import type { Party } from '../../data/party.js'
import { type Country, ofCountry, wordFor } from '../../data/tables.js'
import type { Truth } from '../../drawn-page.js'
import { type Habits, type Printed, typed } from './habits.js'

type PartyRole = 'sender' | 'receiver' | 'carrier'

/** What is printed about a party besides its name and address. */
interface Shown {
  readonly taxId?: boolean
  readonly contact?: boolean
  readonly phone?: boolean
  readonly email?: boolean
  /** absent: as the writer does it elsewhere */
  readonly country?: boolean
}

/** The lines of an address block. */
export function printedParty(role: PartyRole, party: Party, habits: Habits, shown: Shown): Printed {
  const name = typed(habits, party.name)
  const place = printedPlace(party, habits, shown.country ?? habits.namesCountries)
  const taxId = shown.taxId ? printedTaxId(party, habits) : undefined
  const taxLine = taxId ? [taxId.line] : []
  const reach = reachLines(role, party, habits, shown)
  const address = habits.captionsAddress
    ? captionedAddress(party, habits)
    : habits.runsOn
      ? [place.lines.join(', ')]
      : place.lines
  return {
    lines: [
      habits.captionsAddress ? `${wordFor('part.name')[habits.language]}: ${name}` : name,
      ...(habits.taxIdFirst ? taxLine : []),
      ...address,
      ...(habits.taxIdFirst ? [] : taxLine),
      ...reach.lines,
    ],
    truth: {
      [`${role}_company_name`]: name,
      [`${role}_address`]: place.street,
      [`${role}_city`]: place.city,
      [`${role}_postal_code`]: party.postalCode,
      ...(place.showsCountry ? { [`${role}_country`]: party.country } : {}),
      ...(taxId ? { [`${role}_tax_id`]: taxId.id } : {}),
      ...reach.truth,
    },
  }
}

/** The lines of an address, each with what it is called. */
function captionedAddress({ street, postalCode, city, country }: Party, habits: Habits): readonly string[] {
  const called = (what: string, text: string): string =>
    `${wordFor(`part.${what}`)[habits.language]}: ${typed(habits, text)}`
  const name = wordFor(`country.${country}`)[habits.language]
  return [
    called('street', street),
    called('code', postalCode),
    called('town', city),
    ...(habits.namesCountries ? [called('country', name)] : []),
  ]
}

/** The lines of a place, without whose it is. */
export function printedPlace(
  {
    street,
    postalCode,
    city,
    country,
    region,
  }: Pick<Party, 'street' | 'postalCode' | 'city' | 'country' | 'region'>,
  habits: Habits,
  showsCountry: boolean,
): { lines: readonly string[]; street: string; city: string; showsCountry: boolean } {
  const [printedStreet, printedCity] = [typed(habits, street), typed(habits, city)]
  const town =
    country === 'GB'
      ? `${printedCity} ${postalCode}`
      : `${postalCode} ${printedCity}${region === '' || habits.country === 'name_in_brackets' ? '' : ` (${typed(habits, region)})`}`
  const all = { street: printedStreet, city: printedCity, showsCountry }
  const below = (...lines: readonly string[]) => ({ ...all, lines: [printedStreet, ...lines] })
  if (!showsCountry) return below(town)
  const name = typed(habits, wordFor(`country.${country}`)[habits.language])
  switch (habits.country) {
    case 'name':
      return below(town, name)
    case 'own_name':
      return below(town, typed(habits, ofCountry(country, 'name').join(' ')))
    case 'name_in_brackets':
      return below(`${town} (${name})`)
    case 'sign_before_code':
      return takesSign(country) ? below(`${ofCountry(country, 'sign')}-${town}`) : below(town, name)
    case 'code_before_code':
      return takesSign(country) ? below(`${country}-${town}`) : below(town, name)
    case 'code_after_city':
      return below(`${town} - ${country}`)
    default:
      return habits.country satisfies never
  }
}

// NL-3044 AG and GB-CT16 3LF are not customary.
const takesSign = (country: Country): boolean => country !== 'GB' && country !== 'NL'

function printedTaxId({ taxId, country, name }: Party, habits: Habits): { line: string; id: string } {
  const labels = ofCountry(country, 'taxLabels')
  const label = labels[name.length % labels.length] ?? 'VAT'
  const id = country === 'ES' ? spanishId(taxId, habits) : habits.taxId === 'dashed' ? spaced(taxId) : taxId
  return { line: `${label}: ${id}`, id }
}

function spanishId(id: string, habits: Habits): string {
  switch (habits.taxId) {
    case 'plain':
      return id
    case 'dashed':
      return `${id.slice(0, 1)}-${id.slice(1)}`
    case 'with_country':
      return `ES${id}`
    default:
      return habits.taxId satisfies never
  }
}

const spaced = (id: string): string => `${id.slice(0, 2)} ${id.slice(2)}`

function reachLines(role: PartyRole, party: Party, habits: Habits, shown: Shown): Printed {
  const contact = typed(habits, party.contact)
  const lines: string[] = []
  let truth: Truth = {}
  if (shown.contact && role !== 'carrier') {
    lines.push(`${wordFor('text.contact')[habits.language]} ${contact}`)
    truth = { ...truth, [`${role}_contact_name`]: contact }
  }
  if (shown.phone) {
    lines.push(`${wordFor('text.phone')[habits.language]} ${party.phone}`)
    truth = { ...truth, [`${role}_phone`]: party.phone }
  }
  if (shown.email) {
    lines.push(party.email)
    truth = { ...truth, [`${role}_email`]: party.email }
  }
  return { lines, truth }
}
