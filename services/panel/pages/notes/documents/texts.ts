import { type DocumentEntry, textTable, type TextTable } from '@ecmr/contract'

/** What the pages of a note's documents say. */
export const documentTexts = textTable({
  document: ['Documento', 'Document'],
  titleOf: [(number: string) => `Documentos de ${number}`, (number: string) => `Documents of ${number}`],
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
  back: ['Volver a la carta de porte', 'Back to the consignment note'],
  backToDocuments: ['Volver a los documentos', 'Back to the documents'],
  none: {
    deca: [
      'Todavía no se ha emitido. El transporte es dentro de España: el vehículo debe llevar el documento de control desde antes de empezar.',
      'Not issued yet. The carriage is within Spain: the vehicle has to carry the control document from before it begins.',
    ],
    other: [
      'Todavía no se ha emitido. El documento es un PDF con un código QR, para el conductor, para una inspección y para las demás partes.',
      'Not issued yet. The document is a PDF with a QR code, for the driver, for an inspection and for the other parties.',
    ],
  },
  test: [
    'Este servicio no está en una dirección https: sus documentos dicen PRUEBA y no valen en una inspección.',
    'This service is not at an https address: its documents say TEST and are no good for an inspection.',
  ],
  issue: ['Emitir el documento', 'Issue the document'],
  issueAgain: ['Emitir otra versión', 'Issue another version'],
  draft: ['Ver un borrador', 'See a draft'],
  download: ['Descargar el PDF', 'Download the PDF'],
  qr: ['Mostrar el código QR', 'Show the QR code'],
  qrFile: ['Código QR como archivo', 'QR code as a file'],
  manage: ['Compartir, versiones y lecturas', 'Sharing, versions and reads'],
  issuedOn: ['Emitido', 'Issued'],
  language: ['Idioma', 'Language'],
  size: ['Tamaño', 'Size'],
  shows: ['Muestra la carta de porte', 'Shows the note'],
  noteVersion: [
    (version: string) => `en su versión ${version}`,
    (version: string) => `at version ${version}`,
  ],
  alsoFor: [
    (count: number) =>
      count === 1 ? 'También es de otra carta de porte:' : `También es de otras ${count} cartas de porte:`,
    (count: number) => (count === 1 ? 'It is for another note too:' : `It is for ${count} other notes too:`),
  ],
  hash: ['Huella del archivo (SHA-256)', 'Hash of the file (SHA-256)'],
  outdated: [
    'La carta de porte ha cambiado: la versión siguiente se emite en unos segundos, en la misma dirección. Actualice la página.',
    'The note has changed: the next version follows in a few seconds, at the same address. Reload the page.',
  ],
  replaced: [
    (characters: string) =>
      `Ningún tipo de letra tiene estos caracteres: ${characters}. En el documento está □ en su lugar; en los datos adjuntos están exactos.`,
    (characters: string) =>
      `No font has these characters: ${characters}. The document shows □ instead; the attached data have them exact.`,
  ],
  refused: ['El documento no se puede emitir todavía.', 'The document cannot be issued yet.'],
  form: {
    title: ['Emitir el documento', 'Issue the document'],
    again: ['Emitir otra versión del documento', 'Issue another version of the document'],
    intro: [
      'Se crea un PDF con los datos de ahora, una dirección pública propia y un código QR que lleva a ella. Si después cambian los datos, la versión siguiente se emite sola en la misma dirección.',
      'This makes a PDF of the present data, with a public address of its own and a QR code that leads there. When the data change later, the next version follows by itself at the same address.',
    ],
    missing: [
      (count: number) =>
        `${count === 1 ? 'Falta 1 dato' : `Faltan ${count} datos`}. El documento lo dirá en su lugar: «no indicado».`,
      (count: number) =>
        `${count === 1 ? '1 particular is' : `${count} particulars are`} missing. The document will say “not given” in their place.`,
    ],
    kind: ['Qué documento', 'Which document'],
    kindHint: [
      'El documento de control es el que la ley exige dentro de España; la carta de porte CMR, la de 24 casillas.',
      'The control document is what the law requires within Spain; the CMR consignment note is the one with 24 boxes.',
    ],
    languageHint: [
      'Los rótulos van en este idioma y en inglés; los datos, como se escribieron.',
      'Captions are in this language and in English; the data as they were written.',
    ],
    reason: ['Motivo', 'Reason'],
    reasonHint: [
      'Figura en el documento. Si nada ha cambiado, sin motivo ni otro idioma no se emite otra versión.',
      'It stands in the document. If nothing has changed, no other version is issued without a reason or another language.',
    ],
    advanced: ['Avanzado: dirección nueva', 'Advanced: new address'],
    newUrl: ['Empezar un documento nuevo, con otra dirección', 'Start a new document, at another address'],
    newUrlHint: [
      'Para cuando la dirección llegó a quien no debía. Necesita un motivo. La dirección anterior sigue sirviendo su última versión, que ya no cambia: entregue el código QR nuevo al conductor.',
      'For when the address reached the wrong people. It needs a reason. The earlier address keeps serving its last version, which no longer changes: give the driver the new QR code.',
    ],
    reasonMissing: [
      'Diga por qué el documento recibe otra dirección.',
      'Say why the document gets another address.',
    ],
    tooLarge: [
      (size: string, most: string, parts: string) =>
        `El documento ocuparía ${size} y no puede pasar de ${most}. Lo que más ocupa: ${parts}. Acórtelo o quite anotaciones que no hagan falta.`,
      (size: string, most: string, parts: string) =>
        `The document would take ${size} and may take ${most} at most. What takes the room: ${parts}. Shorten it.`,
    ],
  },
  share: {
    link: ['Enlace al documento', 'Link to the document'],
    warning: [
      'Quien tenga el enlace puede leer el documento.',
      'Whoever has the link can read the document.',
    ],
    unreadable: [
      'El enlace existe, pero aquí no se puede mostrar: se cifró con otra clave del servicio. Está en el PDF y en su código QR.',
      'The link exists, but cannot be shown here: it was encrypted with another key of the service. It is in the PDF and its QR code.',
    ],
    copyLink: ['Copiar el enlace', 'Copy the link'],
    mail: ['Enviar por correo', 'Send by mail'],
    counterparty: ['Enlace para la otra parte', 'Link for the other party'],
  },
  counterparty: {
    title: ['Enlace para la otra parte', 'Link for the other party'],
    about: [
      'Cargador y transportista deben poder consultar el documento durante un año. Este segundo enlace es para la otra parte del contrato: lleva al mismo documento y sigue abierto aunque se cierre el del código QR.',
      'Shipper and carrier both have to be able to consult the document for a year. This second link is for the other party to the contract: it leads to the same document and stays open when the one in the QR code is closed.',
    ],
    make: ['Crear un enlace', 'Make a link'],
    another: ['Crear otro enlace', 'Make another link'],
    keepUntil: [
      (day: string) => `Consérvese el documento hasta el ${day}.`,
      (day: string) => `The document has to be kept until ${day}.`,
    ],
    tooMany: [
      'Este documento ya tiene todos los enlaces que admite. Use uno de los que ya envió.',
      'This document has as many of these links as it can have. Use one that you have sent before.',
    ],
  },
  reads: {
    title: ['Lecturas', 'Reads'],
    about: [
      'Cada vez que alguien ha descargado el documento en su dirección pública. De la red solo se guarda el principio.',
      'Each time that somebody downloaded the document at its public address. Only the beginning of the network address is kept.',
    ],
    when: ['Cuándo', 'When'],
    version: ['Versión', 'Version'],
    network: ['Red', 'Network'],
    count: [
      (count: string, isOne: boolean) => (isOne ? '1 lectura' : `${count} lecturas`),
      (count: string, isOne: boolean) => (isOne ? '1 read' : `${count} reads`),
    ],
    unlisted: [
      (count: string) => `Hubo ${count} lecturas más, en días con demasiadas para anotarlas una a una.`,
      (count: string) => `There were ${count} more reads, on days with too many to list each of them.`,
    ],
    none: ['Nadie lo ha descargado todavía.', 'Nobody has downloaded it yet.'],
    see: ['Ver las lecturas', 'See the reads'],
  },
  close: {
    title: ['Cerrar el enlace', 'Close the link'],
    about: [
      'La dirección del documento y su código QR dejan de funcionar, para siempre. El PDF se conserva aquí. Los enlaces para la otra parte siguen abiertos.',
      'The address of the document and its QR code stop working, for good. The PDF is kept here. Links for the other party stay open.',
    ],
    save: ['Cerrar el enlace', 'Close the link'],
    sure: ['¿Cerrar el enlace? No se puede deshacer.', 'Close the link? This cannot be undone.'],
    from: [
      (at: string) => `Una inspección puede pedirlo todavía: se podrá cerrar desde el ${at}.`,
      (at: string) => `An inspection may still ask for it: it can be closed from ${at} on.`,
    ],
    undelivered: [
      'La mercancía no consta como entregada: el enlace se puede cerrar siete días después de la entrega.',
      'The goods are not recorded as delivered: the link can be closed seven days after delivery.',
    ],
    closed: ['El enlace está cerrado.', 'The link is closed.'],
  },
  earlier: {
    title: ['Direcciones anteriores', 'Earlier addresses'],
    about: [
      'Los documentos que se sustituyeron por otro con dirección nueva. Su dirección sirve la última versión que tuvieron, hasta que se cierre.',
      'Documents that were replaced by another one at a new address. Their address serves the last version that they had, until it is closed.',
    ],
    open: ['Enlace abierto', 'Link open'],
    readsOf: [(name: string) => `Ver las lecturas: ${name}`, (name: string) => `See the reads: ${name}`],
    closeOf: [(name: string) => `Cerrar el enlace: ${name}`, (name: string) => `Close the link: ${name}`],
  },
  versions: {
    title: ['Versiones', 'Versions'],
    which: ['Documento', 'Document'],
    issued: ['Emitida', 'Issued'],
    why: ['Qué cambió', 'What changed'],
    status: ['Estado', 'Status'],
    file: ['Archivo', 'File'],
    first: ['Primera versión', 'First version'],
    newAddress: [
      'Dirección nueva; sustituye al documento anterior',
      'New address; takes the place of the document before',
    ],
    reason: [(reason: string) => `Motivo: ${reason}`, (reason: string) => `Reason: ${reason}`],
    otherLanguage: [(language: string) => `En ${language}`, (language: string) => `In ${language}`],
    otherNote: ['Cambió otra de sus cartas de porte', 'Another of its notes changed'],
    more: [(count: number) => `y ${count} cambios más`, (count: number) => `and ${count} more changes`],
  },
  screen: {
    title: [(number: string) => `Código QR de ${number}`, (number: string) => `QR code of ${number}`],
    scan: ['Escanee para descargar el documento', 'Scan to download the document'],
    code: ['Código QR con la dirección del documento', 'QR code with the address of the document'],
    replaced: [
      'Este código ya no es el vigente: el documento se sustituyó por otro.',
      'This code is no longer current: the document was replaced by another one.',
    ],
    toCurrent: ['Ver los documentos', 'See the documents'],
  },
  send: {
    title: ['Enviar el documento por correo', 'Send the document by mail'],
    intro: [
      'El mensaje lleva el PDF y el enlace al documento. Quien tenga el enlace puede leerlo.',
      'The message has the PDF and the link to the document. Whoever has the link can read it.',
    ],
    to: ['Direcciones de correo', 'Email addresses'],
    toHint: ['De 1 a 10, una por línea.', '1 to 10, one per line.'],
    language: ['Idioma del mensaje', 'Language of the message'],
    save: ['Enviar', 'Send'],
    noMail: [
      'El operador de este servicio no ha configurado el correo. Copie el enlace y envíelo usted.',
      'The operator of this service has not set up email. Copy the link and send it yourself.',
    ],
    count: ['Escriba de 1 a 10 direcciones, una por línea.', 'Enter 1 to 10 addresses, one per line.'],
    address: [
      (typed: string) => `«${typed}» no es una dirección de correo.`,
      (typed: string) => `“${typed}” is not an email address.`,
    ],
    failed: [
      (sent: number) =>
        `${sent === 0 ? 'No se ha enviado nada.' : `Se ha enviado a ${sent}.`} A las que quedan aquí no ha llegado: compruébelas y vuelva a intentarlo.`,
      (sent: number) =>
        `${sent === 0 ? 'Nothing was sent.' : `Sent to ${sent}.`} Those that remain here got nothing: check them and try again.`,
    ],
    tooMany: [
      (left: number) =>
        `No se ha enviado nada: hoy a su empresa le quedan ${left} correos. Envíe menos, o mañana.`,
      (left: number) =>
        `Nothing was sent: your company has ${left} mails left today. Send fewer, or send tomorrow.`,
    ],
    busy: [
      'No se ha enviado nada: se están enviando muchos documentos. Inténtelo de nuevo en unos segundos.',
      'Nothing was sent: many documents are being sent right now. Try again in a few seconds.',
    ],
    inFlight: [
      'Este mismo envío ya está en marcha. Espere a que termine.',
      'These very mails are being sent already. Wait until it is done.',
    ],
  },
})
