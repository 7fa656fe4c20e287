/** A real town with one of its real postal codes; the streets are invented where the notes are made. */
export interface Place {
  readonly city: string
  readonly postalCode: string
  readonly country: Country
}

export type Country = 'ES' | 'PT' | 'FR' | 'IT' | 'DE' | 'BE' | 'NL' | 'PL'

const towns = (country: Country, list: readonly (readonly [string, string])[]): readonly Place[] =>
  list.map(([city, postalCode]) => ({ city, postalCode, country }))

const spain = towns('ES', [
  ['A Coruña', '15008'],
  ['Albacete', '02007'],
  ['Almería', '04007'],
  ['Almussafes', '46440'],
  ['Barcelona', '08040'],
  ['Bilbao', '48013'],
  ['Burgos', '09007'],
  ['Castellón de la Plana', '12006'],
  ['Córdoba', '14014'],
  ['El Ejido', '04700'],
  ['Figueres', '17600'],
  ['Getafe', '28906'],
  ['Haro', '26200'],
  ['Huelva', '21007'],
  ['Igualada', '08700'],
  ['Illescas', '45200'],
  ['Irun', '20305'],
  ['Jaén', '23009'],
  ['Lleida', '25191'],
  ['Logroño', '26006'],
  ['Madrid', '28052'],
  ['Málaga', '29004'],
  ['Martorell', '08760'],
  ['Mérida', '06800'],
  ['Murcia', '30169'],
  ['Onda', '12200'],
  ['Palencia', '34004'],
  ['Sevilla', '41007'],
  ['Tarragona', '43006'],
  ['Toledo', '45007'],
  ['Valencia', '46024'],
  ['Valladolid', '47012'],
  ['Vigo', '36214'],
  ['Vila-real', '12540'],
  ['Vitoria-Gasteiz', '01015'],
  ['Yecla', '30510'],
  ['Zaragoza', '50197'],
])

/** Where goods cross a border to. */
export const abroad: readonly Place[] = [
  ...towns('FR', [
    ['Bordeaux', '33300'],
    ['Lille', '59000'],
    ['Lyon', '69007'],
    ['Marseille', '13015'],
    ['Perpignan', '66000'],
    ['Rungis', '94150'],
    ['Toulouse', '31200'],
  ]),
  ...towns('PT', [
    ['Lisboa', '1990-096'],
    ['Porto', '4150-171'],
    ['Setúbal', '2910-011'],
  ]),
  ...towns('IT', [
    ['Bologna', '40127'],
    ['Milano', '20138'],
    ['Torino', '10135'],
    ['Verona', '37135'],
  ]),
  ...towns('DE', [
    ['Frankfurt am Main', '60314'],
    ['Hamburg', '21129'],
    ['Köln', '50735'],
    ['München', '81241'],
  ]),
  ...towns('BE', [
    ['Antwerpen', '2030'],
    ['Gent', '9042'],
  ]),
  ...towns('NL', [
    ['Rotterdam', '3089 JW'],
    ['Venlo', '5928 LS'],
  ]),
  ...towns('PL', [
    ['Poznań', '61-315'],
    ['Warszawa', '02-232'],
  ]),
]

/** Where goods go to: Spain and its trading partners. */
export const places: readonly Place[] = [...spain, ...abroad]

/** A Spanish town of the table. */
export function spanishTown(city: string): Place {
  const place = spain.find((candidate) => candidate.city === city)
  if (place === undefined) throw new RangeError(`${city} is not in the table of towns`)
  return place
}
