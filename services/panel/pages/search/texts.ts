import { textTable } from '@ecmr/contract'
import { keyTexts } from '../../texts/keys.js'
import { texts } from '../notes/shared/texts.js'
import { viewTexts } from '../notes/list/views/texts.js'

export const searchTexts = textTable({
  title: ['Buscar', 'Search'],
  label: ['Cartas de porte, páginas y vistas', 'Consignment notes, pages and views'],
  none: [keyTexts.es.none, keyTexts.en.none],
  all: ['Ver todas las cartas con', 'Show all notes with'],
  view: ['Vista guardada', 'Saved view'],
  page: ['Página', 'Page'],
  newNote: [texts.es.newNote, texts.en.newNote],
  readPaper: [texts.es.readPaper, texts.en.readPaper],
  views: [viewTexts.es.title, viewTexts.en.title],
  people: ['Personas de la empresa', 'Company people'],
  security: ['Seguridad de mi cuenta', 'Security of my account'],
  companySecurity: ['Seguridad de la empresa', 'Company security'],
})
