import type { Chance } from './chance.js'
import type { Country } from './country.js'

/** Streets as their country writes them; `#` stands for the number. */
const streets: Readonly<Record<Country, readonly string[]>> = {
  ES: [
    'Pol. Ind. Fuente del Jarro, C/ Ciudad de Elda, #',
    'Polígono Industrial Los Olivos, Nave #',
    'Calle Mayor, #',
    'Avda. de la Constitución, #',
    'C/ Río Segura, s/n, Pol. Ind. La Estrella',
    'Ctra. de Logroño, km #,4',
    'Camino de la Dehesa, #',
    'Plataforma Logística Plaza, C/ Turiasso, #',
    'Av. del Puerto, # bajo',
    'C/ de los Curtidores, # - Parcela 14B',
  ],
  FR: [
    '# rue de la République',
    'Z.I. Nord, # avenue de l’Europe',
    '# bis, chemin des Vignes',
    'Parc d’activités de la Plaine, # allée des Tilleuls',
    '# quai Louis Pasteur',
    'Zone Artisanale Les Pins, # route de Narbonne',
    '# boulevard de l’Industrie',
  ],
  DE: [
    'Industriestraße #',
    'Am Güterbahnhof #',
    'Gewerbepark Süd #a',
    'Hafenstr. #',
    'Robert-Koch-Straße #',
    'Lange Äcker #',
    'An der Alten Mühle #-14',
  ],
  IT: [
    'Via dell’Industria, #',
    'Via Giuseppe Verdi #/A',
    'Zona Industriale Est, Lotto #',
    'Corso Europa, #',
    'Via Ponte Vecchio, #',
  ],
  PT: [
    'Rua da Indústria, #',
    'Zona Industrial do Norte, Lote #',
    'Av. da Liberdade, # - 2.º',
    'Estrada Nacional 14, km #',
  ],
  NL: ['Havenweg #', 'Industrieweg #', 'Transportlaan # B', 'Venrayseweg #', 'De Hoeven #'],
  GB: [
    'Unit #, Riverside Trading Estate',
    '# Station Road',
    'Plot #, Whitecliff Business Park',
    '# Old Mill Lane',
    'Unit #B, Northgate Industrial Estate',
  ],
  BE: ['Rue du Port #', 'Havenlaan #', 'Zoning Industriel, # rue des Forges', 'Nijverheidsstraat #'],
  AT: ['Wiener Straße #', 'Industriezeile #', 'Lagerhausgasse #', 'Gewerbestraße #/2'],
}

export function street(chance: Chance, country: Country): string {
  return chance.oneOf(streets[country]).replace('#', String(chance.whole(2, chance.oneOf([39, 140, 298]))))
}
