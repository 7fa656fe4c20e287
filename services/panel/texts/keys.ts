import { textTable } from '@ecmr/contract'

/** The help about keys, and the window of the search. */
export const keyTexts = textTable({
  title: ['Atajos de teclado', 'Keyboard shortcuts'],
  none: ['No se ha encontrado nada.', 'Nothing found.'],
  close: ['Cerrar', 'Close'],
  on: ['Usar atajos de una sola tecla en este navegador', 'Use single-key shortcuts in this browser'],
  onHint: ['Ctrl K funciona siempre.', 'Ctrl K always works.'],
  keys: {
    search: ['Buscar en todo', 'Search everything'],
    field: ['Ir al campo de búsqueda', 'Go to the search field'],
    new: ['Nueva carta de porte', 'New consignment note'],
    next: ['Carta siguiente de la lista', 'Next note in the list'],
    previous: ['Carta anterior de la lista', 'Previous note in the list'],
    select: ['Seleccionar la carta', 'Select the note'],
    open: ['Abrir la carta', 'Open the note'],
    help: ['Ver esta ayuda', 'Show this help'],
  },
})
