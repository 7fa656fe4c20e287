import type { Role } from '@ecmr/domain'
import { inBoth } from '../../../texts/texts.js'

/** What the forms of a note say. */
export const formTexts = inBoth(
  {
    create: {
      title: 'Nueva carta de porte',
      intro:
        'Bastan los ocho datos de «Lo esencial»; lo demás puede esperar. El número se asigna al crearla.',
      copied: (number: string) =>
        `Copiada de ${number}. Las fechas, los precintos y el enlace eFTI no se copian.`,
      place: 'Qué es su empresa en esta carta de porte',
      places: {
        remitente: 'Somos el remitente',
        transportista: 'Somos el transportista',
        destinatario: 'Somos el destinatario',
        ninguno: 'Ninguno de ellos',
      },
      save: 'Crear la carta de porte',
      check: 'Comprobar sin guardar',
      open: 'Abrir la carta de porte que se creó',
      lines: {
        others: 'Las demás se copian tal como están. Crear la carta de porte y pasar a las líneas:',
        add: 'Crear la carta de porte y añadir más líneas',
      },
    },
    edit: {
      heading: 'Modificar',
      save: 'Guardar los cambios',
      locked: 'La mercancía está en camino: solo se muestra lo que todavía se puede cambiar.',
      delivered: 'La mercancía está entregada: los datos ya no se pueden cambiar.',
      signed:
        'La carta de porte está firmada: diga por qué la cambia. Quien ya firmó tendrá que volver a firmar.',
      vehicle:
        'Obligatorio para cambiar el vehículo, el conductor o los precintos con la mercancía en camino.',
      reason: 'Motivo del cambio',
      lines: {
        others: 'Las demás quedan como están. Guardar los cambios y pasar a las líneas:',
        add: 'Guardar los cambios y añadir más líneas',
      },
    },
    fields: {
      essential: 'Lo esencial',
      perLine: 'Uno por línea.',
      none: 'Consta que no hay ninguno',
      unsaid: 'Sin indicar',
      yes: 'Sí',
      no: 'No',
      rows: {
        goods_items: { one: 'Partida', add: 'Añadir una partida' },
        charges: { one: 'Gasto', add: 'Añadir un gasto' },
        successive_carriers: { one: 'Transportista', add: 'Añadir un transportista' },
      },
      shown: (first: number, last: number, total: number) =>
        `Se muestran las líneas ${first} a ${last} de ${total}.`,
      noneShown: (total: number) => `Hay ${total} líneas que no se muestran aquí.`,
      blankRows: 'Lo que se deja del todo en blanco no se guarda.',
      shipper: 'Solo si no es el remitente.',
      samePlace: 'Solo si no es el domicilio de arriba.',
      filled: (count: number) => (count === 1 ? '1 dato' : `${count} datos`),
      payer: { sender: 'Remitente', receiver: 'Destinatario' },
    },
    compliance: {
      title: 'Comprobación',
      unsaved: 'Los datos están bien formados. Todavía no se ha guardado nada.',
      cmr: 'Convenio CMR, artículo 6',
      deca: 'Documento de control (DeCA)',
      complete: 'Completo',
      missing: 'Falta',
      by: (role: Role) =>
        ({
          sender: 'lo aporta el remitente',
          carrier: 'lo aporta el transportista',
          receiver: 'lo aporta el destinatario',
        })[role],
    },
    stale: {
      title: 'La carta de porte ha cambiado mientras usted escribía',
      intro:
        'Mientras tanto se han guardado estos cambios. Lo que usted ha escrito se conserva: revíselo y guarde de nuevo.',
      now: (value: string) => `Ahora pone: ${value}`,
      blank: 'nada',
      lost: 'Esto ya no se puede cambiar y no se ha conservado:',
      more: (count: number) => `y ${count} más`,
      from: 'Antes',
      to: 'Ahora',
      field: 'Dato',
    },
    summary: {
      title: 'Carta de porte',
      number: 'Número',
      goods: 'Mercancía',
      pickup: 'Recogida',
      delivery: 'Entrega',
      carrier: 'Transportista',
    },
    sign: {
      title: (role: Role) =>
        ({
          sender: 'Firmar como remitente',
          carrier: 'Firmar como transportista',
          receiver: 'Firmar como destinatario',
        })[role],
      choose: '¿Quién firma?',
      effect: (role: Role) =>
        ({
          sender: 'El remitente confirma con su firma los datos de esta carta de porte.',
          carrier:
            'Con la firma del transportista consta que ha recogido la mercancía: la carta de porte pasa a «En tránsito».',
          receiver:
            'Con la firma del destinatario consta la entrega de la mercancía: la carta de porte pasa a «Entregado».',
        })[role],
      what: 'Qué se firma',
      all: 'Ver todos los datos que se firman',
      part: (first: number, last: number, total: number) =>
        `Datos ${first} a ${last} de ${total}. Se firman todos.`,
      fromStart: 'Desde el primero',
      readOn: 'Seguir leyendo',
      hash: 'Huella del contenido (SHA-256)',
      level:
        'Es una firma electrónica simple (artículos 3.10 y 25.1 del Reglamento (UE) n.º 910/2014, eIDAS). No es una firma avanzada ni cualificada.',
      name: 'Nombre y apellidos de quien firma',
      taxId: 'NIF de quien firma',
      place: 'Lugar de la firma',
      remarks: 'Observaciones',
      method: 'Forma de firmar',
      typed: 'Con el nombre escrito',
      drawn: 'Dibujando la firma',
      pad: 'Dibuje aquí la firma con el dedo, el lápiz o el ratón',
      noPad: 'Con el teclado, elija «Con el nombre escrito».',
      clear: 'Borrar',
      undo: 'Deshacer el último trazo',
      save: 'Firmar',
      changed:
        'El contenido ha cambiado desde que se abrió esta página. Revíselo y firme de nuevo si está conforme.',
    },
    incident: {
      title: 'Comunicar una incidencia',
      intro: 'La carta de porte queda en «Incidencia» hasta que se resuelva.',
      type: 'Tipo',
      severity: 'Gravedad',
      description: 'Qué ha pasado',
      occurred: 'Cuándo ha pasado',
      occurredHint: (zone: string) => `Hora de ${zone}. En blanco: ahora.`,
      which: 'Esa hora se repitió por el cambio de hora: ¿cuál fue?',
      first: (offset: string) => `La primera (horario de verano, UTC${offset})`,
      second: (offset: string) => `La segunda (horario de invierno, UTC${offset})`,
      place: 'Dónde',
      save: 'Comunicar la incidencia',
    },
    resolve: {
      title: 'Resolver la incidencia',
      outcome: 'Cómo ha terminado',
      outcomeHint: 'Con «Entregada con reservas» la mercancía consta como entregada.',
      note: 'Observaciones',
      save: 'Resolver la incidencia',
    },
    reserve: {
      title: 'Anotar una reserva',
      intro:
        'Una reserva deja constancia del estado o del número de bultos (artículos 8 y 30 del Convenio CMR). No detiene el transporte.',
      by: 'Quién la hace',
      grounds: 'Motivo',
      groundsHint: 'Qué se observa en la mercancía o en el embalaje, y por qué.',
      save: 'Anotar la reserva',
    },
    status: {
      title: 'Cambiar el estado',
      to: 'Nuevo estado',
      none: 'Desde aquí no hay otro estado al que pasar.',
      unsigned: 'Por qué no ha firmado el destinatario',
      unsignedHint: 'Si se marca como entregada sin la firma del destinatario.',
      skipped: 'Los estados intermedios se anotan como deducidos.',
      save: 'Cambiar el estado',
    },
    cancel: {
      title: 'Anular la carta de porte',
      intro:
        'La anulación es definitiva. Solo se puede anular antes de que el transportista firme o recoja la mercancía.',
      reason: 'Motivo de la anulación',
      save: 'Anular la carta de porte',
      sure: '¿Anular esta carta de porte? No se puede deshacer.',
    },
    choose: 'Elija…',
    missing: (places: string) => `Falta: ${places}.`,
    conflict:
      'Otras personas estaban cambiando la carta de porte a la vez. No se ha guardado nada: inténtelo de nuevo.',
    back: 'Volver a la carta de porte',
    faults: {
      number: 'Escriba un número, como 1250,5.',
      ambiguous: (typed: string, whole: string, fraction: string) =>
        `«${typed}» puede ser ${whole} o ${fraction}: escríbalo sin puntos de millar.`,
      country: 'Elija un país de la lista, o escriba su código de dos letras.',
      formats: {
        currency: 'Escriba el código de la moneda, como EUR.',
        date: 'Escriba una fecha que exista.',
        time: 'Escriba una hora, como 08:30.',
        email: 'Escriba una dirección de correo, como trafico@ejemplo.es.',
        decimal: 'Escriba un importe sin signo y con cuatro decimales como mucho, como 1250,00.',
      },
      un: 'Escriba las cuatro cifras del número ONU, como 1203.',
      bcp47: 'Escriba el código del idioma, como es o fr.',
      control: 'Quite los caracteres de control.',
      line: (line: number, sentence: string) => `Línea ${line}: ${sentence}`,
      notEditable: 'Esto ya no se puede cambiar.',
      instant: 'No puede ser una hora futura, ni de más de un año antes que la carta de porte.',
      noTime: 'Escriba una fecha y una hora que existan.',
      skippedTime: 'Esa hora no existió: los relojes se adelantaron. Escriba otra.',
      which: 'Elija cuál de las dos fue.',
      draw: 'Dibuje la firma, o elija firmar con el nombre escrito.',
      image: 'La firma dibujada no se ha podido leer. Bórrela y dibújela otra vez.',
      before: {
        pickup_time_to: 'Esta hora es anterior a la de «Desde las».',
        delivery_time_to: 'Esta hora es anterior a la de «Desde las».',
        delivery_date: 'La entrega es anterior a la recogida.',
        cod_currency: 'El reembolso necesita una moneda, como EUR.',
        declared_value_currency: 'El valor declarado necesita una moneda, como EUR.',
        goods_dangerous: 'Ha indicado un número ONU: la mercancía es peligrosa.',
        transport_type: 'Los países de recogida y de entrega son distintos: el transporte es internacional.',
      },
    },
  },
  {
    create: {
      title: 'New consignment note',
      intro:
        'The eight data under “Essentials” are enough; all else can wait. The number is given on creation.',
      copied: (number: string) => `Copied from ${number}. Dates, seals and the eFTI link are not copied.`,
      place: 'What your company is on this note',
      places: {
        remitente: 'We are the sender',
        transportista: 'We are the carrier',
        destinatario: 'We are the receiver',
        ninguno: 'None of them',
      },
      save: 'Create the consignment note',
      check: 'Check without saving',
      open: 'Open the consignment note that was created',
      lines: {
        others: 'The others are copied as they are. Create the consignment note and go on to lines:',
        add: 'Create the consignment note and add more lines',
      },
    },
    edit: {
      heading: 'Change',
      save: 'Save the changes',
      locked: 'The goods are on their way: only what can still be changed is shown.',
      delivered: 'The goods are delivered: the data can no longer be changed.',
      signed: 'The note is signed: say why you change it. Whoever has signed will have to sign again.',
      vehicle: 'Required to change vehicle, driver or seals while the goods are on their way.',
      reason: 'Reason for the change',
      lines: {
        others: 'The others stay as they are. Save the changes and go on to lines:',
        add: 'Save the changes and add more lines',
      },
    },
    fields: {
      essential: 'Essentials',
      perLine: 'One per line.',
      none: 'It is stated that there are none',
      unsaid: 'Not stated',
      yes: 'Yes',
      no: 'No',
      rows: {
        goods_items: { one: 'Item', add: 'Add an item' },
        charges: { one: 'Charge', add: 'Add a charge' },
        successive_carriers: { one: 'Carrier', add: 'Add a carrier' },
      },
      shown: (first: number, last: number, total: number) =>
        `Lines ${first} to ${last} of ${total} are shown.`,
      noneShown: (total: number) => `There are ${total} lines that are not shown here.`,
      blankRows: 'What is left blank altogether is not saved.',
      shipper: 'Only if it is not the sender.',
      samePlace: 'Only if it is not the address above.',
      filled: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
      payer: { sender: 'Sender', receiver: 'Receiver' },
    },
    compliance: {
      title: 'Check',
      unsaved: 'The data are well formed. Nothing has been saved yet.',
      cmr: 'CMR Convention, article 6',
      deca: 'Spanish control document (DeCA)',
      complete: 'Complete',
      missing: 'Missing',
      by: (role: Role) =>
        ({
          sender: 'the sender provides it',
          carrier: 'the carrier provides it',
          receiver: 'the receiver provides it',
        })[role],
    },
    stale: {
      title: 'The consignment note has changed while you were writing',
      intro:
        'These changes were saved in the meantime. What you entered is kept: look it over and save again.',
      now: (value: string) => `It now says: ${value}`,
      blank: 'nothing',
      lost: 'This can no longer be changed and was not kept:',
      more: (count: number) => `and ${count} more`,
      from: 'Before',
      to: 'Now',
      field: 'Entry',
    },
    summary: {
      title: 'Consignment note',
      number: 'Number',
      goods: 'Goods',
      pickup: 'Pickup',
      delivery: 'Delivery',
      carrier: 'Carrier',
    },
    sign: {
      title: (role: Role) =>
        ({ sender: 'Sign as the sender', carrier: 'Sign as the carrier', receiver: 'Sign as the receiver' })[
          role
        ],
      choose: 'Who signs?',
      effect: (role: Role) =>
        ({
          sender: 'By signing, the sender confirms the data of this consignment note.',
          carrier:
            'The carrier’s signature records that the goods were taken over: the note moves to “In transit”.',
          receiver:
            'The receiver’s signature records that the goods were delivered: the note moves to “Delivered”.',
        })[role],
      what: 'What is signed',
      all: 'Show all data that are signed',
      part: (first: number, last: number, total: number) =>
        `Entries ${first} to ${last} of ${total}. All of them are signed.`,
      fromStart: 'From the first one',
      readOn: 'Read on',
      hash: 'Fingerprint of the content (SHA-256)',
      level:
        'This is a simple electronic signature (articles 3(10) and 25(1) of Regulation (EU) No 910/2014, eIDAS). It is neither an advanced nor a qualified one.',
      name: 'Full name of the person who signs',
      taxId: 'Tax ID of the person who signs',
      place: 'Place of signing',
      remarks: 'Remarks',
      method: 'Way of signing',
      typed: 'With the typed name',
      drawn: 'By drawing the signature',
      pad: 'Draw the signature here with finger, pen or mouse',
      noPad: 'With a keyboard, choose “With the typed name”.',
      clear: 'Clear',
      undo: 'Undo the last stroke',
      save: 'Sign',
      changed:
        'The content has changed since this page was opened. Look it over, and sign again if you agree.',
    },
    incident: {
      title: 'Report an incident',
      intro: 'The note stays in “Incident” until it is resolved.',
      type: 'Kind',
      severity: 'Severity',
      description: 'What happened',
      occurred: 'When it happened',
      occurredHint: (zone: string) => `Time in ${zone}. Blank: now.`,
      which: 'The clocks showed that time twice that night: which one was it?',
      first: (offset: string) => `The first (summer time, UTC${offset})`,
      second: (offset: string) => `The second (winter time, UTC${offset})`,
      place: 'Where',
      save: 'Report the incident',
    },
    resolve: {
      title: 'Resolve the incident',
      outcome: 'How it ended',
      outcomeHint: 'With “Delivered with reservations” the goods count as delivered.',
      note: 'Remarks',
      save: 'Resolve the incident',
    },
    reserve: {
      title: 'Record a reservation',
      intro:
        'A reservation records the condition or the number of packages (CMR Convention, articles 8 and 30). It does not stop the carriage.',
      by: 'Who makes it',
      grounds: 'Grounds',
      groundsHint: 'What is remarked on the goods or their packing, and why.',
      save: 'Record the reservation',
    },
    status: {
      title: 'Change the status',
      to: 'New status',
      none: 'There is no other status to go to from here.',
      unsigned: 'Why the receiver has not signed',
      unsignedHint: 'If it is marked as delivered without the receiver’s signature.',
      skipped: 'Statuses in between are recorded as inferred.',
      save: 'Change the status',
    },
    cancel: {
      title: 'Cancel the consignment note',
      intro: 'Cancelling is final. It is possible only before the carrier signs or takes over the goods.',
      reason: 'Reason for cancelling',
      save: 'Cancel the consignment note',
      sure: 'Cancel this consignment note? This cannot be undone.',
    },
    choose: 'Choose…',
    missing: (places: string) => `Missing: ${places}.`,
    conflict: 'Others were changing the note at the same time. Nothing was saved: try again.',
    back: 'Back to the consignment note',
    faults: {
      number: 'Enter a number, such as 1250.5.',
      ambiguous: (typed: string, whole: string, fraction: string) =>
        `“${typed}” may be ${whole} or ${fraction}: enter it without a thousands separator.`,
      country: 'Choose a country of the list, or enter its code of two letters.',
      formats: {
        currency: 'Enter the code of the currency, such as EUR.',
        date: 'Enter a date that exists.',
        time: 'Enter a time, such as 08:30.',
        email: 'Enter an email address, such as traffic@example.com.',
        decimal: 'Enter an amount without a sign and with at most four decimals, such as 1250.00.',
      },
      un: 'Enter the four digits of the UN number, such as 1203.',
      bcp47: 'Enter the code of the language, such as es or fr.',
      control: 'Remove the control characters.',
      line: (line: number, sentence: string) => `Line ${line}: ${sentence}`,
      notEditable: 'This can no longer be changed.',
      instant: 'It can be neither in the future nor more than a year before the note.',
      noTime: 'Enter a date and a time that exist.',
      skippedTime: 'That time did not exist: the clocks went forward. Enter another one.',
      which: 'Choose which of the two it was.',
      draw: 'Draw the signature, or choose to sign with the typed name.',
      image: 'The drawn signature could not be read. Clear it and draw it again.',
      before: {
        pickup_time_to: 'It ends before it begins.',
        delivery_time_to: 'It ends before it begins.',
        delivery_date: 'The delivery is before the pickup.',
        cod_currency: 'Cash on delivery needs a currency, such as EUR.',
        declared_value_currency: 'The declared value needs a currency, such as EUR.',
        goods_dangerous: 'You have given a UN number: the goods are dangerous.',
        transport_type: 'The countries of pickup and delivery differ: the carriage is international.',
      },
    },
  },
)

/** What the forms of a note say, in one language. */
export type FormTexts = (typeof formTexts)['es']
