import type { Country } from './country.js'

export interface Town {
  readonly city: string
  /** one that belongs to it */
  readonly postalCode: string
  /** as the town's people write it */
  readonly dialling: string
  /** province, where it is not called as the town */
  readonly region: string
}

const town = (postalCode: string, city: string, dialling: string, region = ''): Town => ({
  city,
  postalCode,
  dialling,
  region,
})

/** Towns with industry, with one of their postal codes and the start of their telephone numbers. */
export const towns: Readonly<Record<Country, readonly Town[]>> = {
  ES: [
    town('46980', 'Paterna', '96', 'Valencia'),
    town('50197', 'Zaragoza', '976'),
    town('08040', 'Barcelona', '93'),
    town('28906', 'Getafe', '91', 'Madrid'),
    town('41020', 'Sevilla', '95'),
    town('48340', 'Amorebieta-Etxano', '94', 'Bizkaia'),
    town('30500', 'Molina de Segura', '968', 'Murcia'),
    town('04740', 'Roquetas de Mar', '950', 'Almería'),
    town('15008', 'A Coruña', '981'),
    town('09001', 'Burgos', '947'),
    town('31160', 'Orkoien', '948', 'Navarra'),
    town('12550', 'Almassora', '964', 'Castellón'),
    town('43006', 'Tarragona', '977'),
    town('47012', 'Valladolid', '983'),
    town('29004', 'Málaga', '952'),
    town('17600', 'Figueres', '972', 'Girona'),
  ],
  FR: [
    town('69007', 'Lyon', '4'),
    town('31200', 'Toulouse', '5'),
    town('66000', 'Perpignan', '4'),
    town('94150', 'Rungis', '1'),
    town('33300', 'Bordeaux', '5'),
    town('59810', 'Lesquin', '3'),
    town('13127', 'Vitrolles', '4'),
    town('44800', 'Saint-Herblain', '2'),
    town('67100', 'Strasbourg', '3'),
    town('77127', 'Lieusaint', '1'),
    town('38070', 'Saint-Quentin-Fallavier', '4'),
  ],
  DE: [
    town('80939', 'München', '89'),
    town('50735', 'Köln', '221'),
    town('21107', 'Hamburg', '40'),
    town('70327', 'Stuttgart', '711'),
    town('68219', 'Mannheim', '621'),
    town('90441', 'Nürnberg', '911'),
    town('04356', 'Leipzig', '341'),
    town('33609', 'Bielefeld', '521'),
    town('47119', 'Duisburg', '203'),
    town('99427', 'Weimar', '3643'),
    town('79108', 'Freiburg im Breisgau', '761'),
  ],
  IT: [
    town('20138', 'Milano', '02', 'MI'),
    town('10156', 'Torino', '011', 'TO'),
    town('37137', 'Verona', '045', 'VR'),
    town('40127', 'Bologna', '051', 'BO'),
    town('41042', 'Fiorano Modenese', '0536', 'MO'),
    town('35127', 'Padova', '049', 'PD'),
  ],
  PT: [
    town('4470-177', 'Maia', '22'),
    town('2710-089', 'Sintra', '21'),
    town('3750-031', 'Águeda', '234'),
    town('4705-319', 'Braga', '253'),
    town('2400-441', 'Leiria', '244'),
  ],
  NL: [
    town('3044 AG', 'Rotterdam', '10'),
    town('5928 LA', 'Venlo', '77'),
    town('5048 AB', 'Tilburg', '13'),
    town('1047 HJ', 'Amsterdam', '20'),
    town('2676 LM', 'Maasdijk', '174'),
  ],
  GB: [
    town('CT16 3LF', 'Dover', '1304'),
    town('NN5 7UG', 'Northampton', '1604'),
    town('M17 1PG', 'Manchester', '161'),
    town('PE11 3YR', 'Spalding', '1775'),
    town('LS10 1AB', 'Leeds', '113'),
    town('BS11 9YA', 'Bristol', '117'),
  ],
  BE: [
    town('2030', 'Antwerpen', '3'),
    town('4460', 'Grâce-Hollogne', '4'),
    town('8800', 'Roeselare', '51'),
    town('1130', 'Bruxelles', '2'),
  ],
  AT: [
    town('1230', 'Wien', '1'),
    town('4020', 'Linz', '732'),
    town('8055', 'Graz', '316'),
    town('5020', 'Salzburg', '662'),
  ],
}
