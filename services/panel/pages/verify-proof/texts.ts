import { textTable } from '@ecmr/contract'

/** What the page says that verifies proof bundles; `verdict` is for its script. */
export const verifyProofTexts = textTable({
  title: ['Verificar una prueba', 'Verify a proof'],
  about: [
    'Una prueba es un archivo ZIP con los eventos de una carta de porte, sus documentos y las firmas que demuestran que existían en ese orden antes de un momento dado y que no han cambiado desde entonces.',
    'A proof is a ZIP file with the events of a consignment note, its documents, and signatures proving that they existed in that order at a given time and have not changed since.',
  ],
  notSent: [
    'El archivo no se envía a ningún sitio: se comprueba en su navegador.',
    'The file is not sent anywhere: it is verified in your browser.',
  ],
  file: ['Archivo de la prueba (proof-ECMR-….zip)', 'Proof file (proof-ECMR-….zip)'],
  drop: ['También puede arrastrarlo aquí.', 'You can also drop it here.'],
  keys: ['Claves del registro y de los testigos', 'Keys of the log and the witnesses'],
  keysHint: [
    'Una por línea. Solicítelas a quien las usa, no las tome de la prueba. Si no indica ninguna, se usan las de la prueba, que no demuestran nada frente a quien la creó.',
    'One per line. Get them from their owners, not from the proof. Without them, the keys in the proof are used, which proves nothing against its creator.',
  ],
  commands: ['Sin esta página', 'Without this page'],
  noScripts: [
    'Esta página necesita JavaScript para comprobar la prueba.',
    'This page needs JavaScript to verify the proof.',
  ],
  commandsAbout: [
    'Cada prueba incluye el mismo programa, que funciona sin conexión con Node.js 20 o posterior:',
    'Each proof includes the same program, which runs offline on Node.js 20 or later:',
  ],
  keyOfLog: ['clave del registro', 'log key'],
  withoutUs: [
    'El archivo README.txt de la prueba explica cómo comprobarla con herramientas públicas, sin nuestro programa.',
    'README.txt in the proof explains how to verify it with public tools, without our program.',
  ],
  limits: {
    title: ['Lo que una prueba no demuestra', 'What a proof does not prove'],
    sentences: [
      [
        'Que los datos introducidos sean ciertos.',
        'Que no haya habido eventos posteriores: para eso hace falta una prueba más reciente.',
      ],
      ['That the data entered is true.', 'That nothing happened afterwards: that requires a newer proof.'],
    ],
  },
  verdict: {
    working: ['Comprobando…', 'Verifying…'],
    holds: ['La prueba es válida', 'The proof is valid'],
    fails: ['La prueba no es válida', 'The proof is not valid'],
    unreadable: ['No se puede comprobar', 'Could not be verified'],
    sentence: ['Resultado (en inglés):', 'Result:'],
    note: ['Carta de porte', 'Consignment note'],
    version: ['versión', 'version'],
    events: ['Eventos', 'Events'],
    recorded: ['Registrados entre', 'Recorded between'],
    files: ['Documentos', 'Documents'],
    checkpoint: ['Punto de control', 'Checkpoint'],
    key: ['Clave del registro', 'Log key'],
    witness: ['Testigo', 'Witness'],
    given: ['indicada por usted', 'provided by you'],
    taken: ['tomada de la prueba', 'from the proof'],
    mind: ['Tenga en cuenta', 'Note'],
    log_key_from_bundle: [
      'La clave del registro procede de la propia prueba. Compárela con la obtenida por otra vía.',
      'The log key comes from the proof itself. Compare it with one obtained elsewhere.',
    ],
    witness_key_from_bundle: [
      'Las claves de los testigos proceden de la propia prueba. Solicítelas a los testigos.',
      'The witness keys come from the proof itself. Ask the witnesses for their keys.',
    ],
    no_witness: [
      'Ningún testigo la ha firmado: otras personas pueden haber visto un historial distinto.',
      'No witness has cosigned it: others may have been shown a different history.',
    ],
    no_timestamp: [
      'Sin sello de tiempo: la hora es la que indicó el servicio.',
      'No timestamp: the time is as stated by the service.',
    ],
    timestamp_signature_not_checked: [
      'Hay un sello de tiempo, pero esta página no comprueba la firma de su autoridad.',
      'There is a timestamp, but this page does not verify the authority’s signature.',
    ],
    signed_content_not_checked: [
      'No se ha podido recalcular el contenido de una firma, porque se borraron datos o los registró una versión anterior.',
      'The content of a signature could not be recomputed, because data was erased or was recorded by an earlier version.',
    ],
    values_erased: [
      'Se borraron datos personales. La prueba es válida sin ellos.',
      'Personal data was erased. The proof is valid without it.',
    ],
  },
})
