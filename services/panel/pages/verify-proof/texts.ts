import { textTable } from '@ecmr/contract'

/** What the page says that verifies proof bundles; `verdict` is for its script. */
export const verifyProofTexts = textTable({
  title: ['Verificar una prueba', 'Verify a proof'],
  about: [
    'Una prueba es un archivo ZIP con los sucesos de una carta de porte, sus documentos y las firmas que demuestran que existían en este orden antes de un instante y que nadie los ha cambiado desde entonces.',
    'A proof is a ZIP file with the events of a consignment note, its documents and the signatures that prove that they existed in this order before an instant, and that none was changed since.',
  ],
  notSent: [
    'El archivo no se envía a ningún sitio: lo comprueba su propio navegador.',
    'The file is not sent anywhere: your own browser verifies it.',
  ],
  file: ['Archivo de la prueba (proof-ECMR-….zip)', 'File of the proof (proof-ECMR-….zip)'],
  drop: ['También puede arrastrarlo hasta aquí.', 'You can also drop it here.'],
  keys: ['Claves del registro y de los testigos', 'Keys of the log and of the witnesses'],
  keysHint: [
    'Una por línea, obtenidas de quien las usa y no de la prueba. Sin ellas se toman las de la prueba, lo que no demuestra nada frente a quien la hizo.',
    'One a line, obtained from those who use them and not from the proof. Without them those of the proof are taken, which proves nothing against its maker.',
  ],
  commands: ['Sin esta página', 'Without this page'],
  noScripts: [
    'Su navegador no ejecuta scripts, así que esta página no puede comprobar nada.',
    'Your browser runs no scripts, so this page cannot verify anything.',
  ],
  commandsAbout: [
    'El mismo programa va dentro de cada prueba y funciona sin red con Node.js 20 o posterior:',
    'The same program is inside each proof, and runs without a network on Node.js 20 or later:',
  ],
  keyOfLog: ['clave del registro', 'key of the log'],
  withoutUs: [
    'README.txt, dentro de la prueba, dice cómo comprobarla sin nuestro programa, con herramientas públicas.',
    'README.txt, inside the proof, says how to verify it without our program, with public tools.',
  ],
  limits: {
    title: ['Lo que una prueba no demuestra', 'What a proof does not prove'],
    sentences: [
      [
        'Que sea verdad lo que las personas escribieron.',
        'Que no haya ocurrido nada después: para eso hace falta una prueba posterior.',
      ],
      ['That what people entered is true.', 'That nothing happened afterwards: this needs a later proof.'],
    ],
  },
  verdict: {
    working: ['Comprobando…', 'Verifying…'],
    holds: ['La prueba es válida', 'The proof holds'],
    fails: ['La prueba no es válida', 'The proof does not hold'],
    unreadable: ['No se puede comprobar', 'It cannot be verified'],
    sentence: ['Lo que se ha encontrado, en inglés:', 'What was found:'],
    note: ['Carta de porte', 'Consignment note'],
    version: ['versión', 'version'],
    events: ['Sucesos', 'Events'],
    recorded: ['Registrados entre', 'Recorded between'],
    files: ['Documentos', 'Documents'],
    checkpoint: ['Punto de control', 'Checkpoint'],
    key: ['Clave del registro', 'Key of the log'],
    witness: ['Testigo', 'Witness'],
    given: ['indicada por usted', 'given by you'],
    taken: ['tomada de la prueba', 'taken from the proof'],
    mind: ['Tenga en cuenta', 'Mind'],
    log_key_from_bundle: [
      'La clave del registro viene de la propia prueba: compárela con la que haya obtenido en otra parte.',
      'The key of the log comes from the proof itself: compare it with one that you got elsewhere.',
    ],
    witness_key_from_bundle: [
      'Las claves de los testigos vienen de la propia prueba: pídalas a los testigos.',
      'Keys of witnesses come from the proof itself: ask the witnesses for them.',
    ],
    no_witness: [
      'Ningún testigo la ha firmado: a otros se les puede haber mostrado otra historia.',
      'No witness cosigned it: others may have been shown another history.',
    ],
    no_timestamp: [
      'No hay sello de tiempo: el instante es el que indicó el servicio.',
      'There is no timestamp: the instant is what the service stated.',
    ],
    timestamp_signature_not_checked: [
      'Hay un sello de tiempo; esta página no comprueba la firma de su autoridad.',
      'There is a timestamp; this page does not verify the signature of its authority.',
    ],
    signed_content_not_checked: [
      'No se ha podido recalcular lo que cubre una firma, porque antes se borraron valores o los registró una versión anterior.',
      'What a signature covers could not be recomputed: values were erased before it, or recorded by an earlier version.',
    ],
    values_erased: [
      'Se borraron valores personales; la prueba es válida sin ellos.',
      'Personal values were erased; the proof holds without them.',
    ],
  },
})
