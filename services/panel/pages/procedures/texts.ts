import { textTable } from '@ecmr/contract'

/** What the page about procedures says. It has to stay true of the software, and claims nothing that a party could not check. */
export const procedureTexts = textTable({
  title: [
    'Procedimientos de la carta de porte electrónica',
    'Procedures for the electronic consignment note',
  ],
  intro: [
    'Los documentos emitidos con este servicio remiten a esta página. El artículo 5 del Protocolo Adicional al Convenio CMR relativo a la carta de porte electrónica (Ginebra, 20 de febrero de 2008) pide a las partes que acuerden seis procedimientos. Esta es la forma en que este servicio los lleva a cabo.',
    'Documents issued with this service refer to this page. Article 5 of the Additional Protocol to the CMR Convention concerning the electronic consignment note (Geneva, 20 February 2008) asks the parties to agree on six procedures. This is how this service carries them out.',
  ],
  information: [
    'Es información sobre cómo funciona el servicio. No es una certificación ni una homologación de ninguna autoridad, ni asesoramiento legal. Los procedimientos los acuerdan las partes del transporte, que pueden acordar otros.',
    'This is information about how the service works. It is no certification or approval by any authority, and no legal advice. The parties to the carriage agree on the procedures; they may agree on others.',
  ],
  asks: [
    (letter: string) => `Protocolo, artículo 5.1 ${letter}):`,
    (letter: string) => `Protocol, article 5.1 (${letter}):`,
  ],
  parts: {
    a: {
      title: ['Emisión y entrega', 'Issuing and delivering'],
      rule: [
        'el método de emisión y de entrega de la carta de porte electrónica a quien tiene derecho a ella',
        'the method for the issuance and the delivery of the electronic consignment note to the entitled party',
      ],
      sentences: [
        [
          'Una empresa con cuenta en el servicio crea la carta de porte con los datos que dan las partes. Recibe un número propio, con un carácter de comprobación.',
          'Remitente, transportista y destinatario firman en el servicio, con su nombre escrito o con una firma dibujada. Son firmas electrónicas simples (Reglamento (UE) n.º 910/2014, artículos 3.10 y 25.1), no avanzadas ni cualificadas: el servicio no comprueba la identidad de quien firma. Si las partes necesitan más, deben acordarlo.',
          'La empresa emite el documento: un PDF con su dirección pública propia (URL), que también está en su código QR. Quien abre la dirección descarga el PDF, sin cuenta ni contraseña.',
          'El conductor lleva el código QR en el teléfono o en papel. A las demás partes se les entrega la dirección, por enlace o por correo. La otra parte del contrato puede recibir una dirección propia, abierta al menos un año después de la entrega.',
          'Quien tiene la dirección puede leer el documento. Por eso quedan fuera los teléfonos, los correos, las personas de contacto y el nombre del conductor. Lo que se escribe en textos libres, como las observaciones, sí figura.',
        ],
        [
          'A company with an account on this service creates the note with the data given by the parties. It gets a number of its own, with a check character.',
          'Sender, carrier and consignee sign in the service, by a typed name or a drawn signature. These are simple electronic signatures (Regulation (EU) No 910/2014, articles 3(10) and 25(1)), neither advanced nor qualified: the service does not verify the identity of the signer. Parties that need more have to agree on it.',
          'The company issues the document: a PDF with a public address (URL) of its own, which is also in its QR code. Opening the address downloads the PDF, without account or password.',
          'The driver carries the QR code on a telephone or on paper. The other parties are given the address, as a link or by mail. The counterparty to the contract can be given an address of its own, open for at least a year after delivery.',
          'Whoever has the address can read the document. That is why telephone numbers, e-mail addresses, contact persons and the name of the driver are left out. What is written in free texts, such as remarks, does stand in it.',
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
          'Todo lo que ocurre con una carta de porte se añade como apunte a un registro: quién, cuándo y qué. Nada se sobrescribe.',
          'Cada apunte lleva una huella SHA-256 de su contenido y de la huella anterior. Cambiar o quitar un apunte rompe la cadena, y la verificación lo muestra. Cualquier persona de la empresa puede hacerla.',
          'Al pie de cada documento está la huella SHA-256 de los datos que muestra. Esos datos van adjuntos al PDF, y también la historia de la carta de porte. La huella del propio archivo queda en el registro al emitirlo.',
          'Un documento emitido no se vuelve a generar: su dirección entrega el archivo cuya huella está en el registro.',
          'Los límites: la cadena muestra cambios posteriores, no que lo declarado sea cierto. Quien administra el servicio podría reescribir un registro entero; contra eso están los documentos, con sus huellas, en manos de las demás partes.',
        ],
        [
          'Everything that happens to a note is added as an entry to a log: who, when and what. Nothing is overwritten.',
          'Each entry carries a SHA-256 hash of its content and of the hash before it. Changing or removing an entry breaks the chain, and verification shows it. Any user of the company can run it.',
          'At the foot of each document stands the SHA-256 hash of the data that it shows. Those data are attached to the PDF, and so is the history of the note. The hash of the file itself is recorded in the log when it is issued.',
          'An issued document is never generated again: its address serves the file whose hash is in the log.',
          'The limits: the chain shows later changes, not that what was declared is true. An operator of the service could rewrite a whole log; against that stand the documents, with their hashes, in the hands of the other parties.',
        ],
      ],
    },
    c: {
      title: ['Cómo se acredita un derecho', 'Demonstrating entitlement'],
      rule: [
        'la forma en que el titular de los derechos derivados de la carta de porte electrónica puede demostrar que lo es',
        'the manner in which the holder of the rights arising out of the electronic consignment note is able to demonstrate that entitlement',
      ],
      sentences: [
        [
          'La carta de porte nombra al remitente, al transportista, al destinatario y, si es otro, al cargador contractual. Sus derechos nacen del Convenio (artículos 12 y 13) y del contrato. No es un título negociable, y el servicio no lleva un registro de transmisiones de derechos.',
          'Quien alega un derecho presenta el documento, por su dirección o como archivo, y acredita por los medios habituales que es la parte nombrada en él. La huella del archivo se puede comparar con la del registro.',
          'Solo la empresa que lleva la carta de porte en el servicio puede modificarla; cada apunte dice qué persona o programa lo hizo. Las órdenes de quien dispone de la mercancía se dan al transportista y se anotan como modificación, con su motivo.',
        ],
        [
          'The note names the sender, the carrier, the consignee and, where it is another, the contracting shipper. Their rights arise from the Convention (articles 12 and 13) and from the contract. It is not a negotiable document, and the service keeps no register of transfers of rights.',
          'Whoever claims a right presents the document, by its address or as a file, and shows by the usual means to be the party that it names. The hash of the file can be compared with the one in the log.',
          'Only the company that keeps the note in the service can change it; each entry says which person or program did so. Instructions of the party with the right of disposal are given to the carrier and recorded as a change, with its reason.',
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
          'El destinatario firma el recibo en el servicio; con su firma queda anotada la entrega. Puede añadir observaciones, y anotar reservas también después.',
          'Si no firma, quien anota la entrega puede indicar por qué, y cuándo fue. El registro conserva las dos horas: la indicada y la del apunte.',
          'Al anotarse la entrega se emite la versión siguiente de cada documento emitido, en la misma dirección. El seguimiento público, por el número de la carta de porte, también la muestra.',
        ],
        [
          'The consignee signs for receipt in the service; the signature records the delivery. Remarks can be added, and reservations recorded afterwards too.',
          'If the consignee does not sign, whoever records the delivery can state why, and when it was. The log keeps both instants: the stated one and that of the entry.',
          'When the delivery is recorded, the next version of each issued document follows at the same address. Public tracking, by the number of the note, shows it too.',
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
          'Antes de la primera firma se puede cambiar todo; después, cada cambio necesita un motivo. Con la mercancía en camino solo cambian el destinatario y la entrega, el vehículo y el conductor, los precintos, los transportistas sucesivos y las instrucciones. Tras la entrega ya no cambia ningún dato.',
          'El registro conserva de cada cambio quién lo hizo, cuándo, el valor anterior, el nuevo y el motivo. Las firmas anteriores se conservan, e indican que no cubren el contenido actual.',
          'El cambio da lugar a la versión siguiente del documento, en la misma dirección: el valor anterior figura tachado junto al nuevo y al motivo. Las versiones anteriores se conservan. También se puede emitir un documento nuevo, con otra dirección; la anterior mantiene su última versión.',
          'Una carta de porte solo se anula antes de que el transportista firme o recoja la mercancía. Sus documentos lo dicen entonces en cada página.',
        ],
        [
          'Before the first signature everything can be changed; afterwards each change needs a reason. While the goods are on their way only the consignee and the delivery, vehicle and driver, seals, successive carriers and instructions can change. After delivery no particulars change any more.',
          'The log keeps for each change who made it, when, the old value, the new one and the reason. Earlier signatures are kept, and say that they do not cover the current content.',
          'A change leads to the next version of the document, at the same address: the old value is struck through beside the new one and the reason. Earlier versions are kept. A new document with another address can be issued too; the earlier address keeps its last version.',
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
          'El PDF se puede imprimir en cualquier momento. El papel es entonces una copia de la carta de porte electrónica, no otra carta de porte.',
          'Antes de que el transportista firme o recoja la mercancía, las partes que prefieren el papel anulan la carta de porte en el servicio, con el motivo y el número de la de papel, y extienden esta con sus firmas (Convenio, artículo 5).',
          'Con la mercancía en camino la carta de porte ya no se anula: se anota una incidencia de documentación con el motivo y el número de la de papel, y las partes firman esta. El servicio no hace la sustitución por sí mismo; conserva el registro hasta entonces.',
        ],
        [
          'The PDF can be printed at any time. The paper is then a copy of the electronic note, not another note.',
          'Before the carrier signs or takes over the goods, parties that prefer paper cancel the note in the service, stating the reason and the number of the paper note, and make out the latter with their signatures (Convention, article 5).',
          'Once the goods are on their way the note can no longer be cancelled: an incident about documentation is recorded with the reason and the number of the paper note, and the parties sign the latter. The service does not make the replacement by itself; it keeps the record up to then.',
        ],
      ],
    },
  },
  verify: {
    title: ['Comprobar un documento', 'Checking a document'],
    steps: [
      [
        'Lea el código QR o abra la dirección escrita en el documento: se descarga la última versión. Compare el número de versión.',
        'Extraiga del PDF los datos adjuntos (record.json o, si es para varias cartas de porte, records.json) y calcule su SHA-256: debe ser la que está al pie.',
        'La empresa que lleva la carta de porte puede comparar la huella del archivo con la del registro.',
      ],
      [
        'Scan the QR code or open the address printed on the document: the latest version is downloaded. Compare the version number.',
        'Extract the attached data (record.json or, for several notes, records.json) from the PDF and compute their SHA-256: it must be the one at the foot.',
        'The company that keeps the note can compare the hash of the file with the one in the log.',
      ],
    ],
  },
})
