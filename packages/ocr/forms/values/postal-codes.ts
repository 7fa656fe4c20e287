/** How postal codes look, and where they look so. */
export interface PostalForm {
  readonly pattern: string
  readonly countries: readonly string[]
}

// The more telling first: four and five digits are written in half of Europe.
export const postalForms: readonly PostalForm[] = [
  { pattern: '[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}', countries: ['GB'] },
  { pattern: '[A-Z]\\d[\\dW]\\s?[A-Z\\d]{4}', countries: ['IE'] },
  { pattern: '\\d{4}-\\d{3}', countries: ['PT'] },
  { pattern: '\\d{2}-\\d{3}', countries: ['PL'] },
  { pattern: '\\d{4}\\s?[A-Z]{2}', countries: ['NL'] },
  { pattern: '(?:LT|LV|MD|AD|L|S|FI)-?\\d{3,5}', countries: ['LT', 'LV', 'MD', 'AD', 'LU', 'SE', 'FI'] },
  { pattern: '\\d{3}\\s\\d{2}', countries: ['CZ', 'SK', 'SE', 'GR'] },
  { pattern: '\\d{6}', countries: ['RO', 'RU', 'BY'] },
  { pattern: '\\d{5}', countries: ['ES', 'FR', 'DE', 'IT', 'FI', 'EE', 'HR', 'TR', 'RS', 'UA', 'MA'] },
  { pattern: '\\d{4}', countries: ['BE', 'AT', 'CH', 'DK', 'NO', 'HU', 'LU', 'SI', 'BG', 'PT', 'NL'] },
]
