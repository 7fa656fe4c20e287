import type { DocumentReading, ReadingWarning } from '@ecmr/ocr'

const sentences: Readonly<Record<string, string>> = {
  prompt_not_used:
    'No se ha atendido lo que se pedía en prompt: quien lee aquí da todo lo que encuentra y no contesta preguntas.',
  no_text: 'No se ha encontrado ningún texto en la imagen.',
  not_a_consignment_note: 'Hay texto en la imagen, pero nada de lo que dice una carta de porte.',
  page_turned: 'La página estaba girada y se ha enderezado para leerla.',
  low_confidence:
    'La mayor parte de lo leído hay que comprobarla; ayuda una imagen más nítida y tomada de frente.',
  invalid_value: 'Lo que se ha leído en este campo no es un valor posible; mire su source_text.',
  not_on_the_page:
    'Lo que se ha dicho de este campo no está en el texto de la página; se ha dejado sin valor.',
  contradiction: 'Lo que se ha leído en este campo no concuerda con otro; compárelos con el papel.',
}

/** A reading whose warnings are in Spanish, as everything else is here. */
export function inSpanish(reading: DocumentReading): DocumentReading {
  return { ...reading, warnings: reading.warnings.map(translated) }
}

// A code that was added later keeps the reader's own words, which are English.
function translated(warning: ReadingWarning): ReadingWarning {
  return { ...warning, message: sentences[warning.code] ?? warning.message }
}
