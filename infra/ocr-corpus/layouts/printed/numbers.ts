import type { PaperLanguage } from '../../corpus-page.js'

export interface NumberStyle {
  readonly thousands: '.' | ',' | ' ' | ''
  readonly decimals: '.' | ','
  /** decimals that are written even when they are zero */
  readonly always: 0 | 2
}

const style = (thousands: NumberStyle['thousands'], decimals: NumberStyle['decimals'], always: 0 | 2 = 0) =>
  ({ thousands, decimals, always }) as const

export const numberStyles: Readonly<Record<PaperLanguage, readonly NumberStyle[]>> = {
  es: [style('.', ','), style('.', ','), style('.', ',', 2), style('', ','), style(' ', ',')],
  en: [style(',', '.'), style(',', '.'), style(',', '.', 2), style('', '.'), style(' ', '.')],
  fr: [style(' ', ','), style(' ', ','), style(' ', ',', 2), style('', ','), style('.', ',')],
  de: [style('.', ','), style('.', ','), style('.', ',', 2), style('', ',')],
}

/** A number with up to two decimals as people write it. */
export function printedNumber(value: number, { thousands, decimals, always }: NumberStyle): string {
  const [whole = '', part = ''] = (
    always === 2 || !Number.isInteger(value) ? value.toFixed(2) : String(value)
  ).split('.')
  const shown = always === 2 ? part : part.replace(/0+$/, '')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  return shown === '' ? grouped : `${grouped}${decimals}${shown}`
}
