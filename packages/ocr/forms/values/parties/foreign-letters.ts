// Letters with signs that names and streets of a country do not have: mostly accents that were taken for others.
const foreign: Readonly<Record<string, RegExp>> = {
  DE: /[áéíóúñàèìòùâêîôûçãõ]/iu,
  AT: /[áéíóúñàèìòùâêîôûçãõ]/iu,
  ES: /[äößâêîôûìùãõ]/iu,
  FR: /[áíóúñäößãõìò]/iu,
  IT: /[äöüßáíóúñâêîôûãõç]/iu,
  PT: /[äöüßñèìòù]/iu,
  NL: /[áíóúñàìòùâîôûãõß]/iu,
  GB: /[^\p{ASCII}‘’“”–—£]/u,
}
const MISREAD = 0.85

/** How plausible a text's letters are for a country (ISO 3166-1 alpha-2); 1 when nothing is known of them. */
export const lettersFit = (text: string, country: string | undefined): number =>
  foreign[country ?? '']?.test(text.normalize('NFC')) ? MISREAD : 1
