import type { DocumentReading, ReadingWarning } from '@ecmr/ocr'
import { bytesIn, firstThatFit, ROOM } from './answer-size.js'
import type { ToolAnswer } from './tool.js'

type ShownReading = DocumentReading & { readonly status: 'read' }

/** A reading as assistants are shown it: its warnings in Spanish, as everything else is here, and no longer than an answer may be. */
export function shownReading(reading: DocumentReading): ToolAnswer<ShownReading> {
  const warnings = reading.warnings.map(translated)
  const data: ShownReading = { status: 'read', ...reading, warnings }
  return { ok: true, data, shorter: () => shorter(data) }
}

// A code that was added later keeps the reader's own words, which are English.
function translated(warning: ReadingWarning): ReadingWarning {
  return { ...warning, message: sentences[warning.code] ?? warning.message }
}

/** Nothing of a reading is stored, so that its rest could not be read later: what matters least is left out, and that is said. */
function shorter(reading: ShownReading): ShownReading {
  const warning = { code: 'answer_cut', message: CUT, field: null }
  const said = { ...reading, raw_text: '', warnings: [...reading.warnings, warning] }
  const room = ROOM - bytesIn({ ...said, goods_items: [], data: { ...said.data, goods_items: [] } })
  const lines = reading.data.goods_items ?? []
  const pairs = lines.map((line, index) => ({ line, read: reading.goods_items[index] }))
  const kept = firstThatFit(pairs, room)
  const data = { ...said.data, goods_items: kept.map(({ line }) => line) }
  const goods_items = kept.flatMap(({ read }) => read ?? [])
  return { ...said, ...(lines.length > 0 && { data, goods_items }) }
}

const CUT =
  'No cabe todo en la respuesta: falta raw_text y, si hay muchas líneas de mercancía, las últimas; el panel las lee todas.'

const sentences: Readonly<Record<string, string>> = {
  prompt_not_used:
    'No se ha atendido lo que se pedía en prompt: quien lee aquí da todo lo que encuentra y no contesta preguntas.',
  no_text: 'No se ha encontrado ningún texto en la imagen.',
  not_a_consignment_note:
    'No parece una carta de porte ni un albarán (document_type dice qué parece); compruebe todo lo leído.',
  several_documents:
    'Parece que hay varios documentos en una imagen; envíe una imagen de cada uno y compruebe todo lo leído.',
  different_documents:
    'Hay páginas de otro documento y se han dejado fuera (used es false en pages); envíe cada documento por separado.',
  pages_left_out:
    'Hay páginas que no son de una carta de porte y se han dejado fuera (used es false en pages).',
  pages_disagree: 'Dos páginas dicen cosas distintas de este campo; compruebe cuál vale.',
  several_receivers:
    'La página nombra a más de un destinatario; compruebe cuál es el de esta carta de porte.',
  page_turned: 'La página estaba girada y se ha enderezado para leerla.',
  low_confidence:
    'La mayor parte de lo leído hay que comprobarla; ayuda una imagen más nítida y tomada de frente.',
  invalid_value: 'Lo que se ha leído en este campo no es un valor posible; mire su source_text.',
  goods_items_unsure:
    'Hay líneas de mercancía que comprobar: las que llevan needs_review en goods_items, en el orden de data.goods_items.',
  not_on_the_page:
    'Lo que se ha dicho de este campo no está en el texto de la página; se ha dejado sin valor.',
  contradiction: 'Lo que se ha leído en este campo no concuerda con otro; compárelos con el papel.',
}
