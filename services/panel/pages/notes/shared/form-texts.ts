import { textTable } from '@ecmr/contract'
import type { Role } from '@ecmr/domain'

/** What the forms of a note say. */
export const formTexts = textTable({
  create: {
    title: ['Nueva carta de porte', 'New consignment note'],
    intro: [
      'Solo son obligatorios los datos marcados; los demás pueden esperar. El número se asigna al crearla.',
      'Only the marked fields are required. The number is assigned on creation.',
    ],
    copied: [
      (number: string) => `Copiada de ${number}. Las fechas, los precintos y el enlace eFTI no se copian.`,
      (number: string) => `Copied from ${number}. Dates, seals and the eFTI link are not copied.`,
    ],
    saveAs: {
      title: ['Guardar como plantilla', 'Save as template'],
      about: [
        'La próxima carta de porte empezará con lo que ha escrito; no hace falta que esté completo.',
        'Your next note will begin with what you have filled in; it need not be complete.',
      ],
      templates: ['Ver las plantillas', 'Show templates'],
      name: ['Nombre de la plantilla', 'Name of the template'],
      save: ['Guardar plantilla', 'Save template'],
      replace: ['Actualizar la plantilla', 'Update template'],
      begun: [
        (name: string) => `Empezada con la plantilla ${name}.`,
        (name: string) => `Begun with the template ${name}.`,
      ],
    },
    place: ['Su empresa en esta carta de porte', 'Your company on this note'],
    places: {
      remitente: ['Somos el remitente', 'We are the sender'],
      transportista: ['Somos el transportista', 'We are the carrier'],
      destinatario: ['Somos el destinatario', 'We are the receiver'],
      ninguno: ['Ninguno de estos', 'None of these'],
    },
    save: ['Crear carta de porte', 'Create consignment note'],
    check: ['Comprobar sin guardar', 'Check without saving'],
    open: ['Abrir la carta de porte creada', 'Open the created note'],
    lines: {
      others: [
        'Las demás líneas se copian sin cambios. Crear la carta de porte y continuar con las líneas:',
        'The other lines are copied unchanged. Create the note and continue with lines:',
      ],
      add: ['Crear carta de porte y añadir más líneas', 'Create note and add more lines'],
    },
  },
  edit: {
    heading: ['Modificar', 'Edit'],
    save: ['Guardar cambios', 'Save changes'],
    locked: [
      'La mercancía está en camino: solo se muestra lo que todavía se puede cambiar.',
      'The goods are on their way: only what can still be changed is shown.',
    ],
    delivered: [
      'La mercancía está entregada: los datos ya no se pueden cambiar.',
      'The goods are delivered: the data can no longer be changed.',
    ],
    signed: [
      'La carta de porte está firmada: cada cambio necesita un motivo',
      'This note is signed: changes need a reason',
    ],
    signedBy: [
      (roles: string) =>
        `Firmada por: ${roles}. Si guarda cambios, estas firmas dejarán de cubrir el contenido y habrá que firmar de nuevo.`,
      (roles: string) =>
        `Signed by: ${roles}. If you save changes, these signatures no longer cover the content and the note must be signed again.`,
    ],
    onTheWay: ['La mercancía está en camino', 'The goods are on their way'],
    vehicle: [
      'Obligatorio para cambiar el vehículo, el conductor o los precintos con la mercancía en camino.',
      'Required to change vehicle, driver or seals while the goods are on their way.',
    ],
    reason: ['Motivo del cambio', 'Reason for the change'],
    lines: {
      others: [
        'Las demás líneas no cambian. Guardar los cambios y continuar con las líneas:',
        'The other lines stay unchanged. Save changes and continue with lines:',
      ],
      add: ['Guardar cambios y añadir más líneas', 'Save changes and add more lines'],
    },
  },
  fields: {
    index: ['Partes de la carta de porte', 'Parts of the note'],
    carriage: ['Transporte', 'Carriage'],
    more: ['Más datos', 'More'],
    states: {
      faulty: ['Revisar', 'Check'],
      missing: [
        (count: number | string) => (count === 1 ? 'Falta 1' : `Faltan ${count}`),
        (count: number | string) => `${count} missing`,
      ],
      complete: ['Completo', 'Complete'],
      filled: [
        (count: number | string) => (count === 1 ? '1 dato' : `${count} datos`),
        (count: number | string) => (count === 1 ? '1 field' : `${count} fields`),
      ],
    },
    regime: [
      'Entre países se aplica el CMR; dentro de España, la Ley 15/2009 y el documento de control (DeCA).',
      'The CMR Convention applies between countries; within Spain, Act 15/2009 and the control document (DeCA).',
    ],
    byCountries: ['Según los países de recogida y entrega', 'By the countries of pickup and delivery'],
    perLine: ['Uno por línea.', 'One per line.'],
    none: {
      charges: ['Sin gastos', 'No charges'],
      documents: ['Sin documentos', 'No documents'],
      seal_numbers: ['Sin precintos', 'No seals'],
    },
    noLines: ['Ninguno', 'None'],
    unsaid: ['Sin indicar', 'Not stated'],
    yes: ['Sí', 'Yes'],
    no: ['No', 'No'],
    rows: {
      goods_items: {
        one: ['Partida', 'Item'],
        add: ['Añadir una partida', 'Add an item'],
      },
      charges: {
        one: ['Gasto', 'Charge'],
        add: ['Añadir un gasto', 'Add a charge'],
      },
      successive_carriers: {
        one: ['Transportista', 'Carrier'],
        add: ['Añadir un transportista', 'Add a carrier'],
      },
    },
    shown: [
      (first: number, last: number, total: number) =>
        `Se muestran las líneas ${first} a ${last} de ${total}.`,
      (first: number, last: number, total: number) => `Lines ${first} to ${last} of ${total} are shown.`,
    ],
    noneShown: [
      (total: number) => `Hay ${total} líneas que no se muestran aquí.`,
      (total: number) => `There are ${total} lines that are not shown here.`,
    ],
    blankRows: ['Las líneas en blanco no se guardan.', 'Blank lines are not saved.'],
    shipper: ['Solo si no es el remitente.', 'Only if it is not the sender.'],
    pickedUpElsewhere: [
      'Solo si la mercancía no se recoge en la dirección del remitente.',
      'Only if the goods are not picked up at the sender’s address.',
    ],
    deliveredElsewhere: [
      'Solo si la mercancía no se entrega en la dirección del destinatario.',
      'Only if the goods are not delivered to the receiver’s address.',
    ],
    payer: {
      sender: ['Remitente', 'Sender'],
      receiver: ['Destinatario', 'Receiver'],
    },
  },
  compliance: {
    title: ['Comprobación', 'Check'],
    unsaved: [
      'Los datos son válidos. Todavía no se ha guardado nada.',
      'The data is valid. Nothing has been saved yet.',
    ],
  },
  draft: {
    restored: [
      'Hemos recuperado los datos que no había guardado.',
      'Your unsaved entries have been restored.',
    ],
    discard: ['Descartar', 'Discard'],
  },
  stale: {
    title: [
      'La carta de porte ha cambiado mientras la editaba',
      'The consignment note changed while you were editing',
    ],
    intro: [
      'Mientras tanto se han guardado estos cambios. Lo que usted ha escrito se conserva: revíselo y guarde de nuevo.',
      'These changes were saved in the meantime. Your entries are kept. Review them and save again.',
    ],
    now: [(value: string) => `Valor actual: ${value}`, (value: string) => `Current value: ${value}`],
    blank: ['vacío', 'empty'],
    lost: [
      'Esto ya no se puede cambiar y no se ha conservado:',
      'This can no longer be changed and was not kept:',
    ],
    more: [(count: number) => `y ${count} más`, (count: number) => `and ${count} more`],
    from: ['Antes', 'Before'],
    to: ['Ahora', 'Now'],
    field: ['Dato', 'Field'],
  },
  summary: {
    title: ['Carta de porte', 'Consignment note'],
    number: ['Número', 'Number'],
    goods: ['Mercancía', 'Goods'],
    pickup: ['Recogida', 'Pickup'],
    delivery: ['Entrega', 'Delivery'],
    carrier: ['Transportista', 'Carrier'],
  },
  sign: {
    title: [
      (role: Role) =>
        ({
          sender: 'Firmar como remitente',
          carrier: 'Firmar como transportista',
          receiver: 'Firmar como destinatario',
        })[role],
      (role: Role) =>
        ({ sender: 'Sign as sender', carrier: 'Sign as carrier', receiver: 'Sign as receiver' })[role],
    ],
    choose: ['¿Quién firma?', 'Who signs?'],
    effect: [
      (role: Role) =>
        ({
          sender: 'El remitente confirma con su firma los datos de esta carta de porte.',
          carrier:
            'Con la firma del transportista consta que ha recogido la mercancía: la carta de porte pasa a «En tránsito».',
          receiver:
            'Con la firma del destinatario consta la entrega de la mercancía: la carta de porte pasa a «Entregada».',
        })[role],
      (role: Role) =>
        ({
          sender: 'By signing, the sender confirms the data of this consignment note.',
          carrier:
            'The carrier’s signature records that the goods were taken over: the note moves to “In transit”.',
          receiver:
            'The receiver’s signature records that the goods were delivered: the note moves to “Delivered”.',
        })[role],
    ],
    what: ['Qué se firma', 'What is signed'],
    all: ['Ver todos los datos que se firman', 'Show all data being signed'],
    part: [
      (first: number, last: number, total: number) =>
        `Datos ${first} a ${last} de ${total}. Se firman todos.`,
      (first: number, last: number, total: number) =>
        `Entries ${first} to ${last} of ${total}. All of them are signed.`,
    ],
    fromStart: ['Volver al principio', 'Back to start'],
    readOn: ['Seguir leyendo', 'Continue reading'],
    hash: ['Huella del contenido (SHA-256)', 'Content hash (SHA-256)'],
    level: [
      'Es una firma electrónica simple (artículos 3.10 y 25.1 del Reglamento (UE) n.º 910/2014, eIDAS). No es una firma avanzada ni cualificada.',
      'This is a simple electronic signature (articles 3(10) and 25(1) of Regulation (EU) No 910/2014, eIDAS). It is neither advanced nor qualified.',
    ],
    name: ['Nombre y apellidos de quien firma', 'Full name of the person who signs'],
    taxId: ['NIF de quien firma', 'Tax ID of the person who signs'],
    place: ['Lugar de la firma', 'Place of signing'],
    when: ['Cuándo se firmó', 'When it was signed'],
    remarks: ['Observaciones', 'Remarks'],
    reservations: ['Reservas', 'Reservations'],
    reserve: [
      'Indique qué le pasa a la mercancía: con una incidencia abierta se firma con reservas.',
      'State what is wrong with the goods: while an incident is open, the receiver signs with reservations.',
    ],
    reservedEffect: [
      'Con la firma del destinatario consta la entrega de la mercancía, con reservas. La carta de porte sigue en «Incidencia» hasta que se resuelva.',
      'The receiver’s signature records that the goods were delivered, with reservations. The note stays in “Incident” until it is resolved.',
    ],
    method: ['Tipo de firma', 'Signature method'],
    typed: ['Escribir el nombre', 'Type name'],
    drawn: ['Dibujar la firma', 'Draw signature'],
    pad: [
      'Dibuje aquí la firma con el dedo, el lápiz o el ratón',
      'Draw the signature here with a finger, pen or mouse',
    ],
    noPad: ['Con el teclado, elija «Escribir el nombre».', 'With a keyboard, choose “Type name”.'],
    clear: ['Borrar', 'Clear'],
    undo: ['Deshacer el último trazo', 'Undo the last stroke'],
    save: ['Firmar', 'Sign'],
    changed: [
      'El contenido ha cambiado desde que se abrió esta página. Revíselo y firme de nuevo si está conforme.',
      'The content has changed since you opened this page. Review it and sign again if you agree.',
    ],
  },
  incident: {
    title: ['Comunicar incidencia', 'Report incident'],
    intro: [
      'La carta de porte queda en «Incidencia» hasta que se resuelva.',
      'The note stays in “Incident” until it is resolved.',
    ],
    type: ['Tipo', 'Type'],
    severity: ['Gravedad', 'Severity'],
    description: ['Qué ha pasado', 'What happened'],
    occurred: ['Cuándo ha pasado', 'When it happened'],
    place: ['Dónde', 'Where'],
    save: ['Comunicar incidencia', 'Report incident'],
  },
  resolve: {
    title: ['Resolver incidencia', 'Resolve incident'],
    outcome: ['Cómo ha terminado', 'How it ended'],
    outcomeHint: [
      'Con «Entregada con reservas» la mercancía consta como entregada.',
      'With “Delivered with reservations” the goods count as delivered.',
    ],
    note: ['Observaciones', 'Remarks'],
    save: ['Resolver incidencia', 'Resolve incident'],
  },
  reserve: {
    title: ['Anotar reserva', 'Record reservation'],
    intro: [
      'Una reserva deja constancia del estado o del número de bultos (artículos 8 y 30 del Convenio CMR). No detiene el transporte.',
      'A reservation records the condition or the number of packages (CMR Convention, articles 8 and 30). It does not stop the carriage.',
    ],
    by: ['Quién hace la reserva', 'Made by'],
    grounds: ['Motivo', 'Grounds'],
    groundsHint: [
      'Qué se observa en la mercancía o en el embalaje, y por qué.',
      'The condition of the goods or their packing, and the cause.',
    ],
    save: ['Anotar reserva', 'Record reservation'],
  },
  status: {
    title: ['Cambiar estado', 'Change status'],
    to: ['Nuevo estado', 'New status'],
    none: ['El estado ya no se puede cambiar.', 'The status can no longer change.'],
    when: ['Fecha y hora de recogida o entrega', 'Pickup or delivery time'],
    onlyOnTheWay: [
      'Indique la hora solo si el nuevo estado es «En tránsito» o «Entregada».',
      'State a time only if the new status is “In transit” or “Delivered”.',
    ],
    unsigned: ['Por qué no ha firmado el destinatario', 'Why the receiver has not signed'],
    unsignedHint: [
      'Si se marca como entregada sin la firma del destinatario.',
      'Required to deliver without the receiver’s signature.',
    ],
    skipped: [
      'Los estados intermedios se anotan como deducidos.',
      'Statuses in between are recorded as inferred.',
    ],
    save: ['Cambiar estado', 'Change status'],
  },
  vehicle: {
    title: ['Cambiar de vehículo', 'Change the vehicle'],
    intro: [
      'Para mercancía en camino que sigue en otro vehículo o con otro conductor. Los documentos emitidos se renuevan con la nueva matrícula.',
      'For goods on the way that go on in another vehicle or with another driver. Issued documents are renewed with the new plate.',
    ],
    reason: ['Motivo del cambio', 'Reason for the change'],
    when: ['Cuándo cambió', 'When it changed'],
    place: ['Dónde', 'Where'],
    same: [
      'Cambie al menos un dato del vehículo o del conductor.',
      'Change at least one detail of the vehicle or driver.',
    ],
    save: ['Cambiar de vehículo', 'Change the vehicle'],
  },
  revert: {
    title: ['Retirar la entrega', 'Take the delivery back'],
    intro: [
      'Solo para una entrega registrada por error. La carta de porte vuelve al estado anterior, la firma del destinatario deja de valer como recibo y los plazos dejan de correr. Todo queda en el historial y en los documentos.',
      'Only for a delivery recorded by mistake. The note returns to its previous status, the receiver’s signature no longer counts as a receipt, and time limits stop running. The history and the documents keep all of it.',
    ],
    reason: ['Por qué se retira', 'Why it is taken back'],
    save: ['Retirar la entrega', 'Take the delivery back'],
    sure: [
      '¿Retirar la entrega? Quedará a la vista de todas las partes.',
      'Take the delivery back? All parties will see it.',
    ],
  },
  cancel: {
    title: ['Anular carta de porte', 'Cancel consignment note'],
    intro: [
      'La anulación es definitiva. Solo se puede anular antes de que el transportista firme o recoja la mercancía.',
      'Cancelling is final. It is possible only before the carrier signs or takes over the goods.',
    ],
    reason: ['Motivo de la anulación', 'Reason for cancelling'],
    save: ['Anular carta de porte', 'Cancel consignment note'],
    sure: [
      '¿Anular esta carta de porte? No se puede deshacer.',
      'Cancel this consignment note? This cannot be undone.',
    ],
  },
  moment: {
    other: ['Otra hora', 'Another time'],
    hint: [
      (zone: string) => `Hora de ${zone}. En blanco: ahora.`,
      (zone: string) => `Time in ${zone}. Blank: now.`,
    ],
    which: [
      'Esa hora se repitió por el cambio de hora: ¿cuál fue?',
      'That time occurred twice when the clocks went back. Which one was it?',
    ],
    first: [
      (offset: string) => `La primera (horario de verano, UTC${offset})`,
      (offset: string) => `The first (summer time, UTC${offset})`,
    ],
    second: [
      (offset: string) => `La segunda (horario de invierno, UTC${offset})`,
      (offset: string) => `The second (winter time, UTC${offset})`,
    ],
  },
  choose: ['Elija…', 'Choose…'],
  missing: [(places: string) => `Falta: ${places}.`, (places: string) => `Missing: ${places}.`],
  conflict: [
    'Otras personas estaban cambiando la carta de porte a la vez. No se ha guardado nada: inténtelo de nuevo.',
    'The note was changed by others at the same time. Nothing was saved. Try again.',
  ],
  back: ['Volver a la carta de porte', 'Back to the consignment note'],
  faults: {
    number: ['Escriba un número, como 1250,5.', 'Enter a number, such as 1250.5.'],
    ambiguous: [
      (typed: string, whole: string, fraction: string) =>
        `«${typed}» puede ser ${whole} o ${fraction}: escríbalo sin puntos de millar.`,
      (typed: string, whole: string, fraction: string) =>
        `“${typed}” may be ${whole} or ${fraction}: enter it without a thousands separator.`,
    ],
    country: [
      'Elija un país de la lista, o escriba su código de dos letras.',
      'Choose a country from the list, or enter its two-letter code.',
    ],
    formats: {
      currency: ['Escriba el código de la moneda, como EUR.', 'Enter a currency code, such as EUR.'],
      date: ['Escriba una fecha válida.', 'Enter a valid date.'],
      time: ['Escriba una hora, como 08:30.', 'Enter a time, such as 08:30.'],
      email: [
        'Escriba una dirección de correo, como trafico@ejemplo.es.',
        'Enter an email address, such as traffic@example.com.',
      ],
      decimal: [
        'Escriba un importe sin signo y con cuatro decimales como mucho, como 1250,00.',
        'Enter an amount without a sign and with at most four decimals, such as 1250.00.',
      ],
    },
    un: [
      'Escriba las cuatro cifras del número ONU, como 1203.',
      'Enter the four digits of the UN number, such as 1203.',
    ],
    bcp47: ['Escriba el código del idioma, como es o fr.', 'Enter a language code, such as es or fr.'],
    control: ['Quite los caracteres de control.', 'Remove the control characters.'],
    turning: [
      'Contiene caracteres invisibles que cambian la dirección del texto: bórrelo y escríbalo a mano.',
      'It contains invisible characters that change the text direction: delete it and type it instead of pasting.',
    ],
    line: [
      (line: number, sentence: string) => `Línea ${line}: ${sentence}`,
      (line: number, sentence: string) => `Line ${line}: ${sentence}`,
    ],
    notEditable: ['Esto ya no se puede cambiar.', 'This can no longer be changed.'],
    instant: [
      'No puede ser una hora futura, ni de más de un año antes que la carta de porte.',
      'Enter a time that is not in the future and at most a year before the note.',
    ],
    noTime: ['Escriba una fecha y una hora válidas.', 'Enter a valid date and time.'],
    skippedTime: [
      'Esa hora no existió: los relojes se adelantaron. Escriba otra.',
      'That time did not exist: the clocks went forward. Enter another one.',
    ],
    which: ['Elija una de las dos.', 'Choose one of the two.'],
    draw: ['Dibuje la firma o elija «Escribir el nombre».', 'Draw the signature or choose “Type name”.'],
    image: [
      'La firma dibujada no se ha podido leer. Bórrela y dibújela otra vez.',
      'The drawn signature could not be read. Clear it and draw it again.',
    ],
    before: {
      changed_at: [
        'El vehículo no puede cambiar antes de la recogida de la mercancía.',
        'The vehicle cannot change before the goods were taken over.',
      ],
      signed_at: [
        'Esta firma sería anterior a la anterior del mismo firmante, o a la recogida de la mercancía.',
        'This signature would be before the earlier one of the same party, or before the goods were taken over.',
      ],
      at: [
        'La entrega no puede ser anterior a la recogida de la mercancía.',
        'The delivery cannot be before the goods were taken over.',
      ],
      pickup_time_to: ['Esta hora es anterior a la de «Desde las».', 'Enter a time after the start.'],
      delivery_time_to: ['Esta hora es anterior a la de «Desde las».', 'Enter a time after the start.'],
      delivery_date: ['La entrega es anterior a la recogida.', 'Enter a date on or after the pickup.'],
      cod_currency: [
        'El reembolso necesita una moneda, como EUR.',
        'Cash on delivery needs a currency, such as EUR.',
      ],
      declared_value_currency: [
        'El valor declarado necesita una moneda, como EUR.',
        'The declared value needs a currency, such as EUR.',
      ],
      goods_dangerous: [
        'Ha indicado un número ONU: la mercancía es peligrosa.',
        'Goods with a UN number are dangerous. Choose yes.',
      ],
      transport_type: [
        'Los países de recogida y de entrega son distintos: el transporte es internacional.',
        'Pickup and delivery are in different countries. Choose international.',
      ],
    },
  },
})

/** What the forms of a note say, in one language. */
export type FormTexts = (typeof formTexts)['es']
