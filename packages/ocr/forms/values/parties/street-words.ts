const words = `calle|c/|cl|avda|av|avenida|plaza|pza|pl|paseo|camino|ctra|carretera|pol|poligono|p i|parcela|nave|ronda|travesia|
  urb|plataforma|autovia|muelle|mercado|rue|avenue|ave|boulevard|bd|blvd|allee|allees|chemin|route|rte|quai|z i|zi|za|zac|zone|
  parc|impasse|lieu dit|platz|weg|gasse|ring|am|an der|im|zum|zur|gewerbepark|industriepark|industriegebiet|hafen|ufer|damm|via|
  viale|corso|piazza|largo|strada|localita|loc|lotto|rua|r|estrada|travessa|lote|lugar|parque|quinta|street|st|road|rd|lane|drive|
  way|park|estate|unit|plot|court|close|house|kade|dijk|plein|ul|al|os|zoning|km|apartado|apdo|bp|b p|po box|postfach`
const SINGLE = new RegExp(`(?:^| )(?:${words.replace(/\s*\n\s*/g, '')})(?: |$)`, 'u')
const WITHIN =
  /\p{L}{2,}(?:strasse|str|gasse|platz|weg|allee|zeile|ring|damm|ufer|hof|laan|straat|kade|dijk|singel|plein)(?: |$)/u

/** Whether plain letters (see `plainLetters`) name a street, an estate or the like in one of the languages of Europe. */
export const namesStreet = (plain: string): boolean => SINGLE.test(plain) || WITHIN.test(plain)
