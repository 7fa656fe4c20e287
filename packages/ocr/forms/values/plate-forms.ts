/** Plates of countries: `9` stands for a digit, `A` for a letter, `-` for a dash or a blank, `~` for one of them or nothing. */
export const plateForms: readonly {
  readonly country: string
  readonly forms: readonly string[]
  readonly sure: boolean
}[] = [
  {
    country: 'ES',
    forms: ['9999~AAA', 'A~9999~AAA', 'A-9999-A', 'A-9999-AA', 'AA-9999-A', 'AA-9999-AA', 'AA-99999-A'],
    sure: true,
  },
  { country: 'FR', forms: ['AA~999~AA'], sure: true },
  { country: 'IT', forms: ['AA~999~AA', 'AA~99999'], sure: true },
  { country: 'DE', forms: germanForms(), sure: true },
  {
    country: 'PT',
    forms: ['99-AA-99', 'AA-99-AA', '99-99-AA', 'AA-99-99', 'A-999999', 'AA-99999'],
    sure: true,
  },
  {
    country: 'NL',
    forms: ['99-AAA-9', '99-AA-AA', 'AA-99-AA', 'AA-AA-99', '9-AAA-99', 'A-999-AA', 'AA-999-A', '99-AA-99'],
    sure: true,
  },
  { country: 'BE', forms: ['9~AAA~999', 'A~AAA~999', 'AAA-999'], sure: true },
  { country: 'GB', forms: ['AA99~AAA', 'A999~AAA', 'A99~AAA'], sure: true },
  {
    country: 'PL',
    forms: ['AA-99999', 'AAA-99999', 'AA-9999A', 'AAA-99AA', 'AAA-A999', 'AA-999AA', 'AAA-9999'],
    sure: false,
  },
  { country: 'RO', forms: ['A-999-AAA', 'AA-99-AAA'], sure: true },
  {
    country: 'AT',
    forms: ['A-99999A', 'A-9999AA', 'AA-999AA', 'AA-999A', 'A-999AAA', 'AA-99AAA'],
    sure: true,
  },
  { country: 'CZ', forms: ['9A9-9999', '9AA-9999'], sure: false },
  { country: 'HU', forms: ['AAA-999', 'AA-AA-999'], sure: false },
  { country: 'LT', forms: ['AAA-999'], sure: false },
  { country: 'BG', forms: ['AA-9999-AA', 'A-9999-AA'], sure: false },
  { country: 'CH', forms: ['AA-999999', 'AA-99999', 'AA-9999'], sure: false },
]

function germanForms(): readonly string[] {
  return ['A', 'AA', 'AAA'].flatMap((town) =>
    ['A', 'AA'].flatMap((letters) =>
      ['9', '99', '999', '9999'].map((number) => `${town}-${letters}~${number}`),
    ),
  )
}
