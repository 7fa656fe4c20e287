/** Countries that lorries of Europe reach: ISO 3166-1 alpha-2 and alpha-3, the sign that vehicles carry, the language. */
const table = `
  ES ESP E es, FR FRA F fr, DE DEU D de, IT ITA I it, PT PRT P pt, NL NLD NL nl, BE BEL B nl, LU LUX L fr, AT AUT A de,
  CH CHE CH de, LI LIE FL de, GB GBR UK en, IE IRL IRL en, DK DNK DK da, SE SWE S sv, NO NOR N nb, FI FIN FIN fi,
  IS ISL IS is, PL POL PL pl, CZ CZE CZ cs, SK SVK SK sk, HU HUN H hu, SI SVN SLO sl, HR HRV HR hr, RO ROU RO ro,
  BG BGR BG bg, GR GRC GR el, CY CYP CY el, MT MLT M mt, EE EST EST et, LV LVA LV lv, LT LTU LT lt, RS SRB SRB sr,
  BA BIH BIH bs, ME MNE MNE sr, MK MKD NMK mk, AL ALB AL sq, MD MDA MD ro, UA UKR UA uk, BY BLR BY be, RU RUS RUS ru,
  TR TUR TR tr, AD AND AND ca, MC MCO MC fr, SM SMR RSM it, GI GIB GBZ en, MA MAR MA fr, DZ DZA DZ fr, TN TUN TN fr`

export interface RoadCountry {
  readonly code: string
  readonly iso3: string
  readonly sign: string
  readonly language: string
}

export const roadCountries: readonly RoadCountry[] = table
  .trim()
  .split(/,\s*/)
  .map((row) => {
    const [code = '', iso3 = '', sign = '', language = ''] = row.split(' ')
    return { code, iso3, sign, language }
  })

const codes: ReadonlyMap<string, string> = new Map([
  ...roadCountries.map(({ code, sign }) => [sign, code] as const),
  ...roadCountries.map(({ code, iso3 }) => [iso3, code] as const),
  ...roadCountries.map(({ code }) => [code, code] as const),
])

/** The country of a code or of the sign of its vehicles, where such a thing is to be expected. */
export const countryOfCode = (code: string): string | undefined => codes.get(code)
