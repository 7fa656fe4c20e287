import { type Language, textTable } from '@ecmr/contract'

// The first that fits: most browsers also claim to be others.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const said = textTable({
  unknown: ['Otro navegador', 'Another browser'],
  on: [
    (browser: string, system: string) => `${browser} en ${system}`,
    (browser: string, system: string) => `${browser} on ${system}`,
  ],
})

/** A browser in plain words, from what it calls itself: Firefox on Windows. Nothing of its own words is in it. */
export function browserName(userAgent: string, language: Language): string {
  const { unknown, on } = said[language]
  const browser = firstOf(BROWSERS, userAgent) ?? unknown
  const system = firstOf(SYSTEMS, userAgent)
  return system === undefined ? browser : on(browser, system)
}

function firstOf(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
