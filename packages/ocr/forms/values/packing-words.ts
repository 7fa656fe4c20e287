// How packages are called, shortened to what all forms of a word share, without accents.
const stems =
  `pal[ae]|pall|europal|epal|eur pal|bult|caj|cart|colis|coli|kolli|pack|pieza|piece|stuck|sac|sack|big ?bag|bid|drum|
  fut|fass|ibc|gr[gv]|conten|contain|jaula|cage|cais|kist|box|crate|case|barril|barrel|bobin|coil|roll|rouleau|rol|unid|unit|uds?|
  gebind|karton|palett|gitterb|fard|ball|bale|bote|bidon|garraf|tambo|tonel|display|cubo|seau|eimer|cuba|europ|trays?|bandej`.replace(
    /\s*\n\s*/g,
    '',
  )

/** A word that says how goods are packed, in plain letters. */
export const PACKING = `(?:${stems})\\p{L}{0,10}`
