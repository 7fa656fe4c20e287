import { type DocumentEntry, textTable, type TextTable } from '@ecmr/contract'

/** What the pages of a note's documents say. */
export const documentTexts = textTable({
  document: ['Documento', 'Document'],
  titleOf: [(number: string) => `Documentos de ${number}`, (number: string) => `Documents for ${number}`],
  named: [
    (kind: string, version: string) => `${kind}, versión ${version}`,
    (kind: string, version: string) => `${kind}, version ${version}`,
  ],
  kinds: {
    cmr: ['Carta de porte CMR', 'CMR consignment note'],
    deca: ['Documento de control (DeCA)', 'Control document (DeCA)'],
  },
  status: {
    current: ['Vigente', 'Current'],
    superseded: ['Sustituido', 'Superseded'],
    closed: ['Enlace cerrado', 'Link closed'],
  } satisfies TextTable<DocumentEntry['status']>,
  back: ['Volver a la carta de porte', 'Back to consignment note'],
  backToDocuments: ['Volver a los documentos', 'Back to documents'],
  none: {
    deca: [
      'Aún no se ha emitido. En los transportes dentro de España, el vehículo debe llevar el documento de control desde antes de iniciar el viaje.',
      'Not issued yet. For transport within Spain, the vehicle must carry the control document before the journey starts.',
    ],
    other: [
      'Aún no se ha emitido. Es un PDF con un código QR para el conductor, las inspecciones y las demás partes.',
      'Not issued yet. It is a PDF with a QR code for the driver, inspections and the other parties.',
    ],
  },
  test: [
    'Este servicio no usa https: sus documentos llevan la marca PRUEBA y no son válidos en una inspección.',
    'This service does not use https: its documents are marked TEST and are not valid for inspections.',
  ],
  issue: ['Emitir documento', 'Issue document'],
  issueAgain: ['Emitir nueva versión', 'Issue new version'],
  draft: ['Ver borrador', 'View draft'],
  download: ['Descargar PDF', 'Download PDF'],
  qr: ['Mostrar código QR', 'Show QR code'],
  qrFile: ['Descargar código QR', 'Download QR code'],
  manage: ['Compartir, versiones y descargas', 'Sharing, versions and downloads'],
  issuedOn: ['Emitido', 'Issued'],
  language: ['Idioma', 'Language'],
  size: ['Tamaño', 'Size'],
  shows: ['Contenido', 'Content'],
  noteVersion: [
    (version: string) => `versión ${version} de la carta de porte`,
    (version: string) => `version ${version} of the note`,
  ],
  alsoFor: [
    (count: number) =>
      count === 1
        ? 'Incluye también otra carta de porte:'
        : `Incluye también otras ${count} cartas de porte:`,
    (count: number) => (count === 1 ? 'Also covers another note:' : `Also covers ${count} other notes:`),
  ],
  hash: ['Huella del archivo (SHA-256)', 'File hash (SHA-256)'],
  outdated: [
    'La carta de porte ha cambiado. La nueva versión se emitirá en unos segundos, en la misma dirección. Actualice la página.',
    'The note has changed. A new version will be issued in a few seconds at the same address. Reload the page.',
  ],
  replaced: [
    (characters: string) =>
      `Estos caracteres no se pueden mostrar: ${characters}. En el documento aparece □ en su lugar; los datos adjuntos los conservan.`,
    (characters: string) =>
      `These characters cannot be displayed: ${characters}. The document shows □ instead; the attached data keeps them.`,
  ],
  refused: ['El documento no se puede emitir todavía.', 'The document cannot be issued yet.'],
  form: {
    title: ['Emitir documento', 'Issue document'],
    again: ['Emitir nueva versión del documento', 'Issue new version of the document'],
    intro: [
      'Se crea un PDF con los datos actuales, una dirección pública y un código QR que lleva a ella. Si los datos cambian, se emite automáticamente una nueva versión en la misma dirección.',
      'This creates a PDF of the current data with a public address and a QR code that leads to it. If the data changes, a new version is issued automatically at the same address.',
    ],
    missing: [
      (count: number) =>
        `${count === 1 ? 'Falta 1 dato' : `Faltan ${count} datos`}. El documento indicará «no indicado» en su lugar.`,
      (count: number) =>
        `${count === 1 ? '1 field' : `${count} fields`} missing. The document will show “not given” instead.`,
    ],
    kind: ['Tipo de documento', 'Document type'],
    kindHint: [
      'El documento de control (DeCA) es el que exige la ley dentro de España. La carta de porte CMR es la de 24 casillas.',
      'The control document (DeCA) is required by law within Spain. The CMR consignment note is the form with 24 boxes.',
    ],
    languageHint: [
      'Los rótulos aparecen en este idioma y en inglés; los datos, como se escribieron.',
      'Labels appear in this language and in English; data appears as entered.',
    ],
    reason: ['Motivo', 'Reason'],
    reasonHint: [
      'Figura en el documento. Si nada ha cambiado, indique un motivo u otro idioma para emitir una nueva versión.',
      'Shown in the document. If nothing has changed, give a reason or choose another language to issue a new version.',
    ],
    advanced: ['Avanzado: dirección nueva', 'Advanced: new address'],
    newUrl: ['Crear un documento nuevo con otra dirección', 'Create a new document at another address'],
    newUrlHint: [
      'Úselo si la dirección ha llegado a quien no debía. Necesita un motivo. La dirección anterior conserva su última versión y ya no se actualiza: entregue el nuevo código QR al conductor.',
      'Use this if the address reached the wrong people. A reason is required. The previous address keeps its last version and is no longer updated: give the driver the new QR code.',
    ],
    reasonMissing: [
      'Indique por qué el documento necesita otra dirección.',
      'Enter why the document needs another address.',
    ],
    tooLarge: [
      (size: string, most: string, parts: string) =>
        `El documento ocuparía ${size} y el máximo es ${most}. Lo que más ocupa: ${parts}. Acórtelo o quite las anotaciones innecesarias.`,
      (size: string, most: string, parts: string) =>
        `The document would be ${size} and the maximum is ${most}. Largest parts: ${parts}. Shorten them.`,
    ],
  },
  share: {
    link: ['Enlace al documento', 'Document link'],
    warning: [
      'Cualquiera que tenga el enlace puede leer el documento.',
      'Anyone with the link can read the document.',
    ],
    unreadable: [
      'El enlace no se puede mostrar porque se cifró con otra clave del servicio. Lo encontrará en el PDF y en su código QR.',
      'The link cannot be shown because it was encrypted with another key of the service. You will find it in the PDF and its QR code.',
    ],
    copyLink: ['Copiar enlace', 'Copy link'],
    mail: ['Enviar por correo', 'Send by email'],
    counterparty: ['Enlace para la otra parte', 'Link for the other party'],
  },
  counterparty: {
    title: ['Enlace para la otra parte', 'Link for the other party'],
    about: [
      'El cargador y el transportista deben poder consultar el documento durante un año. Este segundo enlace es para la otra parte del contrato: lleva al mismo documento y sigue activo aunque se cierre el del código QR.',
      'Both shipper and carrier must be able to consult the document for a year. This second link is for the other party to the contract: it leads to the same document and stays active if the QR code link is closed.',
    ],
    make: ['Crear enlace', 'Create link'],
    another: ['Crear otro enlace', 'Create another link'],
    keepUntil: [
      (day: string) => `Conserve el documento hasta el ${day}.`,
      (day: string) => `Keep the document until ${day}.`,
    ],
    tooMany: [
      'Este documento ha alcanzado el máximo de enlaces. Use uno de los que ya envió.',
      'This document has reached the maximum number of links. Use one you sent before.',
    ],
  },
  reads: {
    title: ['Descargas', 'Downloads'],
    about: [
      'Cada descarga del documento desde su dirección pública. De la dirección de red solo se guarda el principio.',
      'Each download of the document from its public address. Only the beginning of the network address is stored.',
    ],
    when: ['Cuándo', 'When'],
    version: ['Versión', 'Version'],
    network: ['Red', 'Network'],
    count: [
      (count: string, isOne: boolean) => (isOne ? '1 descarga' : `${count} descargas`),
      (count: string, isOne: boolean) => (isOne ? '1 download' : `${count} downloads`),
    ],
    unlisted: [
      (count: string) => `Hubo ${count} descargas más, en días con demasiadas para mostrarlas una a una.`,
      (count: string) => `There were ${count} more downloads on days with too many to list individually.`,
    ],
    none: ['Todavía no hay descargas.', 'No downloads yet.'],
    see: ['Ver las descargas', 'View downloads'],
  },
  close: {
    title: ['Cerrar el enlace', 'Close link'],
    about: [
      'La dirección del documento y su código QR dejarán de funcionar para siempre. El PDF se conserva aquí. Los enlaces para la otra parte siguen activos.',
      'The document’s address and its QR code will stop working permanently. The PDF is kept here. Links for the other party stay active.',
    ],
    save: ['Cerrar enlace', 'Close link'],
    sure: ['¿Cerrar el enlace? No se puede deshacer.', 'Close this link? This cannot be undone.'],
    from: [
      (at: string) => `Todavía puede pedirse en una inspección. Podrá cerrarlo desde el ${at}.`,
      (at: string) => `It may still be requested in an inspection. You can close it from ${at}.`,
    ],
    undelivered: [
      'Podrá cerrar el enlace siete días después de la entrega, que aún no consta.',
      'You can close the link seven days after delivery, which is not recorded yet.',
    ],
    closed: ['El enlace está cerrado.', 'The link is closed.'],
  },
  earlier: {
    title: ['Direcciones anteriores', 'Previous addresses'],
    about: [
      'Documentos sustituidos por otro con dirección nueva. Su dirección muestra la última versión hasta que se cierre.',
      'Documents replaced by another one at a new address. Their address shows the last version until it is closed.',
    ],
    open: ['Enlace activo', 'Link active'],
    readsOf: [(name: string) => `Ver las descargas: ${name}`, (name: string) => `View downloads: ${name}`],
    closeOf: [(name: string) => `Cerrar el enlace: ${name}`, (name: string) => `Close link: ${name}`],
  },
  versions: {
    title: ['Versiones', 'Versions'],
    which: ['Documento', 'Document'],
    issued: ['Emitida', 'Issued'],
    why: ['Cambios', 'Changes'],
    status: ['Estado', 'Status'],
    file: ['Archivo', 'File'],
    first: ['Primera versión', 'First version'],
    newAddress: [
      'Dirección nueva; sustituye al documento anterior',
      'New address; replaces the previous document',
    ],
    reason: [(reason: string) => `Motivo: ${reason}`, (reason: string) => `Reason: ${reason}`],
    otherLanguage: [(language: string) => `En ${language}`, (language: string) => `In ${language}`],
    otherNote: ['Cambió otra de las cartas de porte incluidas', 'Another note it covers changed'],
    more: [(count: number) => `y ${count} cambios más`, (count: number) => `and ${count} more changes`],
  },
  screen: {
    title: [(number: string) => `Código QR de ${number}`, (number: string) => `QR code for ${number}`],
    scan: ['Escanee para descargar el documento', 'Scan to download the document'],
    code: ['Código QR con la dirección del documento', 'QR code with the document’s address'],
    replaced: [
      'Este código ya no es válido: el documento se ha sustituido por otro.',
      'This code is no longer current: the document has been replaced.',
    ],
    toCurrent: ['Ver los documentos', 'View documents'],
  },
  send: {
    title: ['Enviar documento por correo', 'Send document by email'],
    intro: [
      'El mensaje incluye el PDF y el enlace al documento. Cualquiera que tenga el enlace puede leerlo.',
      'The message includes the PDF and the document link. Anyone with the link can read it.',
    ],
    to: ['Direcciones de correo', 'Email addresses'],
    toHint: ['De 1 a 10, una por línea.', '1 to 10, one per line.'],
    language: ['Idioma del mensaje', 'Message language'],
    save: ['Enviar', 'Send'],
    noMail: [
      'Este servicio no envía correo. Copie el enlace y envíelo usted.',
      'This service sends no email. Copy the link and send it yourself.',
    ],
    test: [
      'No se ha enviado nada: los documentos de prueba no se envían por correo.',
      'Nothing was sent: test documents are not sent by email.',
    ],
    count: ['Escriba de 1 a 10 direcciones, una por línea.', 'Enter 1 to 10 addresses, one per line.'],
    address: [
      (typed: string) => `«${typed}» no es una dirección de correo.`,
      (typed: string) => `“${typed}” is not an email address.`,
    ],
    failed: [
      (sent: number) =>
        `${sent === 0 ? 'No se ha enviado nada.' : `Enviado a ${sent}.`} Compruebe las direcciones restantes e inténtelo de nuevo.`,
      (sent: number) =>
        `${sent === 0 ? 'Nothing was sent.' : `Sent to ${sent}.`} Check the remaining addresses and try again.`,
    ],
    tooMany: [
      (left: number) =>
        `No se ha enviado nada: hoy le quedan ${left} correos a su empresa. Envíe menos o espere a mañana.`,
      (left: number) =>
        `Nothing was sent: your company has ${left} emails left today. Send fewer or wait until tomorrow.`,
    ],
    busy: [
      'No se ha enviado nada: hay demasiados envíos en curso. Inténtelo de nuevo en unos segundos.',
      'Nothing was sent: too many documents are being sent. Try again in a few seconds.',
    ],
    inFlight: [
      'Este envío ya está en curso. Espere a que termine.',
      'This is already being sent. Wait until it is done.',
    ],
  },
})
