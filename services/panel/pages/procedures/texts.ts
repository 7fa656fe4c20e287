import { textTable } from '@ecmr/contract'

/** What the page about procedures says. It has to stay true of the software, and claims nothing that a party could not check. */
export const procedureTexts = textTable({
  title: [
    'Procedimientos de la carta de porte electrónica',
    'Procedures for the electronic consignment note',
  ],
  intro: [
    'Los documentos emitidos con este servicio remiten a esta página. El artículo 5 del Protocolo Adicional al Convenio CMR relativo a la carta de porte electrónica (Ginebra, 20 de febrero de 2008) exige que las partes acuerden seis procedimientos. Así los aplica este servicio.',
    'Documents issued with this service refer to this page. Article 5 of the Additional Protocol to the CMR Convention concerning the electronic consignment note (Geneva, 20 February 2008) requires the parties to agree on six procedures. This is how this service applies them.',
  ],
  information: [
    'Esta página informa sobre el funcionamiento del servicio. No es una certificación, una homologación ni asesoramiento legal. Los procedimientos los acuerdan las partes del transporte, que pueden pactar otros.',
    'This page explains how the service works. It is not a certification, an official approval or legal advice. The parties to the carriage agree on the procedures and may choose others.',
  ],
  asks: [
    (letter: string) => `Protocolo, artículo 5.1 ${letter}):`,
    (letter: string) => `Protocol, article 5.1 (${letter}):`,
  ],
  parts: {
    a: {
      title: ['Emisión y entrega', 'Issuance and delivery'],
      rule: [
        'el método de emisión y de entrega de la carta de porte electrónica a quien tiene derecho a ella',
        'the method for the issuance and the delivery of the electronic consignment note to the entitled party',
      ],
      sentences: [
        [
          'Una empresa con cuenta en el servicio crea la carta de porte con los datos de las partes. La carta recibe un número único con un carácter de control.',
          'Remitente, transportista y destinatario firman en el servicio, con su nombre escrito o con una firma dibujada. Son firmas electrónicas simples (Reglamento (UE) n.º 910/2014, artículos 3.10 y 25.1), no avanzadas ni cualificadas: el servicio no comprueba la identidad de quien firma. Si las partes necesitan más, deben acordarlo.',
          'La empresa emite el documento: un PDF con una dirección pública propia (URL), incluida en su código QR. Al abrirla se descarga el PDF, sin cuenta ni contraseña.',
          'El conductor lleva el código QR en el teléfono o en papel. Las demás partes reciben la dirección, por enlace o por correo. La otra parte del contrato puede recibir una dirección propia, disponible al menos un año después de la entrega.',
          'Cualquiera que tenga la dirección puede leer el documento. Por eso no incluye teléfonos, correos, personas de contacto ni el nombre del conductor. Los textos libres, como las observaciones, sí figuran.',
        ],
        [
          'A company with an account on this service creates the note with the data provided by the parties. The note gets a unique number with a check character.',
          'Sender, carrier and consignee sign in the service with a typed name or a drawn signature. These are simple electronic signatures (Regulation (EU) No 910/2014, articles 3(10) and 25(1)), neither advanced nor qualified: the service does not verify the signer’s identity. Parties that need more must agree on it.',
          'The company issues the document: a PDF with its own public address (URL), also contained in its QR code. Opening the address downloads the PDF, without an account or a password.',
          'The driver carries the QR code on a phone or on paper. The other parties receive the address as a link or by email. The other party to the contract can receive its own address, available for at least a year after delivery.',
          'Anyone with the address can read the document. It therefore omits phone numbers, email addresses, contact persons and the driver’s name. Free text, such as remarks, is included.',
        ],
      ],
    },
    b: {
      title: ['Garantía de integridad', 'Assurance of integrity'],
      rule: [
        'la garantía de que la carta de porte electrónica conserva su integridad',
        'an assurance that the electronic consignment note retains its integrity',
      ],
      sentences: [
        [
          'Todo lo que ocurre con una carta de porte se añade como evento a un registro: quién, cuándo y qué. Nada se sobrescribe.',
          'Cada evento lleva una huella SHA-256 de su contenido y de la huella anterior. Cambiar o quitar un evento rompe la cadena, y la verificación lo detecta. Cualquier persona de la empresa puede ejecutarla.',
          'Al pie de cada documento figura la huella SHA-256 de los datos que muestra. Esos datos y el historial de la carta de porte van adjuntos al PDF. La huella del archivo queda en el registro al emitirlo.',
          'Un documento emitido no se vuelve a generar: su dirección sirve el archivo cuya huella está en el registro.',
          'Límites: la cadena revela cambios posteriores, pero no demuestra que lo declarado sea cierto. El operador del servicio podría reescribir un registro entero; frente a ello, las demás partes conservan los documentos con sus huellas.',
        ],
        [
          'Everything that happens to a note is added to a log as an event: who, when and what. Nothing is overwritten.',
          'Each event carries a SHA-256 hash of its content and of the previous hash. Changing or removing an event breaks the chain, and verification detects it. Any user of the company can run it.',
          'Each document shows at its foot the SHA-256 hash of the data it contains. That data and the note’s history are attached to the PDF. The hash of the file itself is recorded in the log when it is issued.',
          'An issued document is never generated again: its address serves the file whose hash is in the log.',
          'Limits: the chain reveals later changes, but does not prove that what was declared is true. The operator of the service could rewrite a whole log; the other parties hold the documents with their hashes as evidence against that.',
        ],
      ],
    },
    c: {
      title: ['Acreditación de derechos', 'Demonstrating entitlement'],
      rule: [
        'la forma en que el titular de los derechos derivados de la carta de porte electrónica puede demostrar que lo es',
        'the manner in which the holder of the rights arising out of the electronic consignment note is able to demonstrate that entitlement',
      ],
      sentences: [
        [
          'La carta de porte nombra al remitente, al transportista, al destinatario y, si es otro, al cargador contractual. Sus derechos nacen del Convenio (artículos 12 y 13) y del contrato. No es un título negociable, y el servicio no lleva un registro de transmisiones de derechos.',
          'Quien alega un derecho presenta el documento, mediante su dirección o como archivo, y acredita por los medios habituales que es la parte nombrada en él. La huella del archivo se puede comparar con la del registro.',
          'Solo la empresa titular de la carta de porte en el servicio puede modificarla; cada evento indica qué persona o programa lo hizo. Las órdenes de quien dispone de la mercancía se dan al transportista y se registran como modificación, con su motivo.',
        ],
        [
          'The note names the sender, the carrier, the consignee and, if different, the contracting shipper. Their rights arise from the Convention (articles 12 and 13) and from the contract. It is not a negotiable document, and the service keeps no register of transfers of rights.',
          'A party claiming a right presents the document, by its address or as a file, and proves by the usual means that it is the party named. The hash of the file can be compared with the one in the log.',
          'Only the company that owns the note in the service can change it; each event states which person or program did so. Instructions from the party with the right of disposal are given to the carrier and recorded as a change, with its reason.',
        ],
      ],
    },
    d: {
      title: ['Confirmación de la entrega', 'Confirming delivery'],
      rule: [
        'la forma en que se confirma que la entrega al destinatario se ha efectuado',
        'the way in which confirmation is given that delivery to the consignee has been effected',
      ],
      sentences: [
        [
          'El destinatario firma la recepción en el servicio y con su firma se registra la entrega. Puede añadir observaciones y también registrar reservas después.',
          'Si no firma, quien registra la entrega puede indicar el motivo y la hora. El registro conserva ambas horas: la indicada y la del registro.',
          'Al registrarse la entrega se emite una nueva versión de cada documento, en la misma dirección. El seguimiento público, por número de carta de porte, también la muestra.',
          'La empresa titular puede retirar una entrega registrada por error, indicando el motivo. El historial, los documentos y el seguimiento conservan ambas cosas, y el destinatario firma de nuevo con la entrega real.',
        ],
        [
          'The consignee signs for receipt in the service, and the signature records the delivery. They can add remarks, and record reservations afterwards too.',
          'If the consignee does not sign, the person recording the delivery can state the reason and the time. The log keeps both times: the one stated and the one recorded.',
          'When the delivery is recorded, a new version of each issued document is published at the same address. Public tracking by note number shows it too.',
          'The company that owns the note can take back a delivery recorded by mistake, stating the reason. The history, the documents and public tracking keep both, and the consignee signs again with the actual delivery.',
        ],
      ],
    },
    e: {
      title: ['Completar y modificar', 'Supplementing and amending'],
      rule: [
        'los procedimientos para completar o modificar la carta de porte electrónica',
        'the procedures for supplementing or amending the electronic consignment note',
      ],
      sentences: [
        [
          'Antes de la primera firma se puede cambiar todo; después, cada cambio necesita un motivo. Con la mercancía en camino solo se pueden cambiar el destinatario y la entrega, el vehículo y el conductor, los precintos, los transportistas sucesivos y las instrucciones. Tras la entrega no se puede cambiar ningún dato.',
          'De cada cambio, el registro conserva quién lo hizo, cuándo, el valor anterior, el nuevo y el motivo. Las firmas anteriores se conservan y se indica que no cubren el contenido actual.',
          'Cada cambio genera una nueva versión del documento, en la misma dirección: el valor anterior figura tachado junto al nuevo y al motivo. Las versiones anteriores se conservan. También se puede emitir un documento nuevo con otra dirección; la anterior mantiene su última versión.',
          'Una carta de porte solo se puede anular antes de que el transportista firme o recoja la mercancía. Sus documentos lo indican entonces en cada página.',
        ],
        [
          'Before the first signature everything can be changed; afterwards, each change needs a reason. While the goods are in transit, only the consignee and delivery, vehicle and driver, seals, successive carriers and instructions can be changed. After delivery, no data can be changed.',
          'For each change, the log keeps who made it, when, the old value, the new value and the reason. Earlier signatures are kept and marked as not covering the current content.',
          'Each change produces a new version of the document at the same address: the old value is struck through beside the new one and the reason. Earlier versions are kept. A new document with another address can also be issued; the earlier address keeps its last version.',
          'A note can be cancelled only before the carrier signs or takes over the goods. Its documents then say so on every page.',
        ],
      ],
    },
    f: {
      title: ['Sustitución por papel', 'Replacement by paper'],
      rule: [
        'los procedimientos para la posible sustitución de la carta de porte electrónica por otra emitida por medios diferentes',
        'the procedures for the possible replacement of the electronic consignment note by a consignment note issued by different means',
      ],
      sentences: [
        [
          'El PDF se puede imprimir en cualquier momento. El papel es una copia de la carta de porte electrónica, no otra carta de porte.',
          'Antes de que el transportista firme o recoja la mercancía, las partes que prefieran el papel anulan la carta de porte en el servicio, indicando el motivo y el número de la de papel, y extienden y firman esta (Convenio, artículo 5).',
          'Con la mercancía en camino ya no se puede anular: se comunica una incidencia de documentación con el motivo y el número de la carta de papel, y las partes firman esta. El servicio no hace la sustitución por sí mismo; conserva el registro hasta ese momento.',
        ],
        [
          'The PDF can be printed at any time. The printout is a copy of the electronic note, not another note.',
          'Before the carrier signs or takes over the goods, parties that prefer paper cancel the note in the service, stating the reason and the number of the paper note, and make out and sign the paper note (Convention, article 5).',
          'Once the goods are in transit the note can no longer be cancelled: a documentation incident is reported with the reason and the number of the paper note, and the parties sign the paper note. The service does not make the replacement itself; it keeps the record up to that point.',
        ],
      ],
    },
  },
  verify: {
    title: ['Comprobar un documento', 'Verifying a document'],
    steps: [
      [
        'Escanee el código QR o abra la dirección impresa en el documento: se descarga la última versión. Compare el número de versión.',
        'Extraiga del PDF los datos adjuntos (record.json o, si incluye varias cartas de porte, records.json) y calcule su SHA-256: debe coincidir con la del pie.',
        'La empresa titular de la carta de porte puede comparar la huella del archivo con la del registro.',
      ],
      [
        'Scan the QR code or open the address printed on the document: the latest version is downloaded. Compare the version number.',
        'Extract the attached data (record.json or, for several notes, records.json) from the PDF and compute its SHA-256: it must match the one at the foot.',
        'The company that owns the note can compare the hash of the file with the one in the log.',
      ],
    ],
  },
})
