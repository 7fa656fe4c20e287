import { type TextTable, textTable, uncapitalised } from '@ecmr/contract'
import type { Role } from '@ecmr/domain'

/** What the page of a note says. */
export const readTexts = textTable({
  note: [(number: string) => `Carta de porte ${number}`, (number: string) => `Consignment note ${number}`],
  history: ['Historial', 'History'],
  share: ['Compartir con otra empresa', 'Share with another company'],
  allNotes: ['Cartas de porte', 'Consignment notes'],
  taxId: ['NIF', 'Tax ID'],
  planned: ['Previsto:', 'Planned:'],
  between: [
    (from?: string, to?: string) =>
      from && to ? `, de ${from} a ${to}` : from ? `, desde las ${from}` : to ? `, hasta las ${to}` : '',
    (from?: string, to?: string) =>
      from && to ? `, ${from} to ${to}` : from ? `, from ${from}` : to ? `, until ${to}` : '',
  ],
  yesOrNo: [(value: boolean): string => (value ? 'sí' : 'no'), (value: boolean) => (value ? 'yes' : 'no')],
  boxes: {
    sender: ['Remitente', 'Sender'],
    receiver: ['Destinatario', 'Consignee'],
    carrier: ['Transportista', 'Carrier'],
    vehicle: ['Vehículo y conductor', 'Vehicle and driver'],
    earlierVehicle: [
      (plates: string, since: string, until: string) => `Antes, del ${since} al ${until}: ${plates}`,
      (plates: string, since: string, until: string) => `Before, from ${since} to ${until}: ${plates}`,
    ],
    sinceVehicle: [(since: string) => `Desde el ${since}`, (since: string) => `Since ${since}`],
    noPlate: ['sin matrícula', 'no plate'],
    delivery: ['Lugar de entrega', 'Place of delivery'],
    pickup: ['Lugar y fecha de recogida', 'Place and date of taking over'],
    documents: ['Documentos adjuntos', 'Documents attached'],
    shipper: ['Cargador contractual', 'Contractual shipper'],
    successive: ['Transportistas sucesivos', 'Successive carriers'],
    reservations: ['Reservas y observaciones', 'Reservations and observations'],
    instructions: ['Instrucciones del remitente', 'Sender’s instructions'],
    agreements: ['Pactos especiales', 'Special agreements'],
    cod: ['Reembolso', 'Cash on delivery'],
    charges: ['Gastos del transporte', 'Carriage charges'],
    issued: ['Formalizada en', 'Established in'],
    notes: ['Observaciones', 'Remarks'],
    goods: ['Mercancía', 'Goods'],
  },
  signatureBoxes: {
    sender: ['Firma del remitente', 'Signature of the sender'],
    carrier: ['Firma del transportista', 'Signature of the carrier'],
    receiver: ['Recibo del destinatario', 'Goods received by the consignee'],
  } satisfies TextTable<Role>,
  goodsColumns: [
    [
      'Marcas y números',
      'Bultos',
      'Embalaje',
      'Naturaleza',
      'N.º estadístico',
      'Peso bruto, kg',
      'Volumen, m³',
    ],
    [
      'Marks and numbers',
      'Packages',
      'Packing',
      'Nature',
      'Statistical no.',
      'Gross weight, kg',
      'Volume, m³',
    ],
  ],
  dangerous: ['Mercancía peligrosa (ADR)', 'Dangerous goods (ADR)'],
  itemsShown: [
    (from: string, to: string, total: string) => `Partidas ${from} a ${to} de ${total}`,
    (from: string, to: string, total: string) => `Items ${from} to ${to} of ${total}`,
  ],
  moreItems: ['Partidas siguientes', 'Next items'],
  firstItems: ['Primeras partidas', 'First items'],
  more: [
    (count: number) => (count === 1 ? 'Hay una más en el historial.' : `Hay ${count} más en el historial.`),
    (count: number) =>
      count === 1 ? 'There is one more in the history.' : `There are ${count} more in the history.`,
  ],
  paidBy: [(payer: string) => `A pagar por: ${payer}`, (payer: string) => `To be paid by: ${payer}`],
  subjectToCmr: [
    'Este transporte queda sometido, no obstante toda cláusula en contrario, al Convenio relativo al contrato de transporte internacional de mercancías por carretera (CMR).',
    'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).',
  ],
  subjectToSpanishLaw: [
    'Transporte nacional, sometido a la Ley 15/2009, del contrato de transporte terrestre de mercancías.',
    'National carriage, subject to the Spanish Act 15/2009 on contracts of carriage of goods by land.',
  ],
  metadata: ['Metadatos', 'Metadata'],
  metadataHint: [
    'Datos de sus programas. Se modifican con la API.',
    'Data from your software. Use the API to change it.',
  ],
  moreMetadata: [
    (count: number) => `Y ${count} más, disponibles en la API.`,
    (count: number) => `And ${count} more, available in the API.`,
  ],
  lawUnknown: [
    'El régimen legal depende de los países de recogida y de entrega.',
    'The governing law depends on the countries of pickup and delivery.',
  ],
  simple: ['firma electrónica simple', 'simple electronic signature'],
  notSigned: ['Sin firmar', 'Not signed'],
  signedOn: ['Firmada el', 'Signed on'],
  at: ['en', 'in'],
  covers: ['Cubre el contenido actual', 'Covers the current content'],
  outdated: ['Anterior a los últimos cambios', 'Before the latest changes'],
  reverted: ['La entrega que confirmaba se retiró', 'The delivery that it confirmed was taken back'],
  hash: ['Huella de la firma (SHA-256)', 'Hash of the signature (SHA-256)'],
  contentHash: ['Huella del contenido firmado (SHA-256)', 'Hash of the signed content (SHA-256)'],
  earlierSignatures: ['Firmas anteriores', 'Earlier signatures'],
  drawnBy: [(name: string) => `Firma dibujada de ${name}`, (name: string) => `Drawn signature of ${name}`],
  incidents: ['Incidencias', 'Incidents'],
  open: ['Abierta', 'Open'],
  resolved: ['Resuelta', 'Resolved'],
  resolve: ['Resolver', 'Resolve'],
  severity: ['Gravedad', 'Severity'],
  happened: ['Ocurrió', 'Happened'],
  outcome: ['Resultado', 'Outcome'],
  unsignedReason: ['El destinatario no firmó', 'The receiver did not sign'],
  timeline: ['Cronología', 'Timeline'],
  recorded: ['hora declarada; registrado el', 'time as stated; recorded on'],
  inferred: ['deducido de un evento posterior', 'inferred from a later event'],
  compliance: ['Qué falta', 'What is missing'],
  tracking: ['Seguimiento público', 'Public tracking'],
  trackingHint: [
    'Este enlace solo muestra el estado y las poblaciones.',
    'This link only shows the status and the cities.',
  ],
  apiId: ['Identificador para la API', 'API identifier'],
  version: ['Versión', 'Version'],
  updated: ['Último cambio', 'Last change'],
  cancelledOn: [(at: string) => `Anulada el ${at}`, (at: string) => `Cancelled on ${at}`],
  actions: ['Acciones', 'Actions'],
  invite: ['Invitar a firmar', 'Invite to sign'],
  signAs: {
    sender: ['Firmar como remitente', 'Sign as sender'],
    carrier: ['Firmar como transportista', 'Sign as carrier'],
    receiver: ['Firmar como destinatario', 'Sign as receiver'],
  } satisfies TextTable<Role>,
  nextStep: ['Siguiente paso', 'Next step'],
  nothingNext: ['Completada', 'Complete'],
  moreActions: ['Más', 'More'],
  next: {
    incident: [
      (type: string) => `Hay una incidencia abierta: ${uncapitalised(type)}.`,
      (type: string) => `An incident is open: ${uncapitalised(type)}.`,
    ],
    incidentWaits: [
      (type: string) =>
        `Hay una incidencia abierta: ${uncapitalised(type)}. La resuelve un miembro o un propietario de su empresa.`,
      (type: string) =>
        `An incident is open: ${uncapitalised(type)}. A member or owner of your company resolves it.`,
    ],
    assign: {
      label: ['Asignar transportista', 'Assign carrier'],
      why: ['Falta indicar quién transporta la mercancía.', 'The note does not name the carrier yet.'],
      waits: [
        'Falta indicar quién transporta la mercancía. Lo hace un miembro o un propietario de su empresa.',
        'The note does not name the carrier yet. A member or owner of your company adds it.',
      ],
    },
    complete: {
      label: [
        (count: number) => (count === 1 ? 'Completar 1 dato' : `Completar ${count} datos`),
        (count: number) => (count === 1 ? 'Complete 1 field' : `Complete ${count} fields`),
      ],
      deca: [
        'El documento de control (DeCA) debe llevarlos antes de salir.',
        'The control document (DeCA) must contain them before departure.',
      ],
      cmr: [
        'Su empresa exige los datos del artículo 6 del CMR antes de firmar.',
        'Your company requires the particulars of CMR article 6 before signing.',
      ],
      waits: {
        deca: [
          'Faltan datos del documento de control (DeCA). Los completa un miembro o un propietario de su empresa.',
          'The control document (DeCA) is missing data. A member or owner of your company adds it.',
        ],
        cmr: [
          'Faltan datos del artículo 6 del CMR, que su empresa exige antes de firmar. Los completa un miembro o un propietario de su empresa.',
          'Particulars of CMR article 6 are missing, which your company requires before signing. A member or owner of your company adds them.',
        ],
      },
    },
    issue: {
      label: ['Emitir documento de control', 'Issue control document'],
      why: [
        'El vehículo debe llevarlo en los transportes dentro de España.',
        'The vehicle must carry it for transport within Spain.',
      ],
      waits: [
        'Falta emitir el documento de control, que el vehículo debe llevar. Lo hace un miembro o un propietario de su empresa.',
        'The control document, which the vehicle must carry, is not issued yet. A member or owner of your company issues it.',
      ],
    },
    takeOver: {
      label: ['Confirmar la recogida', 'Confirm pickup'],
      why: ['La carta de porte pasa a «En tránsito».', 'The note moves to “In transit”.'],
      waits: ['El transportista recoge la mercancía.', 'The carrier picks up the goods next.'],
    },
    signing: {
      sender: ['La firma del remitente confirma los datos.', 'The sender’s signature confirms the data.'],
      carrier: [
        'La firma del transportista confirma la recogida.',
        'The carrier’s signature confirms the pickup.',
      ],
      receiver: [
        'La firma del destinatario confirma la entrega.',
        'The consignee’s signature confirms the delivery.',
      ],
    } satisfies TextTable<Role>,
    signingWaits: {
      sender: [
        'Firma el remitente, que confirma los datos de la carta de porte.',
        'The sender signs next and confirms the data of the note.',
      ],
      carrier: [
        'Firma el transportista, que confirma la recogida.',
        'The carrier signs next and confirms the pickup.',
      ],
      receiver: [
        'Firma el destinatario, que confirma la entrega.',
        'The consignee signs next and confirms the delivery.',
      ],
    } satisfies TextTable<Role>,
    done: ['Entregada. No queda nada pendiente.', 'Delivered. Nothing left to do.'],
  },
  edit: ['Modificar', 'Edit'],
  changeStatus: ['Cambiar estado', 'Change status'],
  reserve: ['Anotar reserva', 'Record reservation'],
  report: ['Comunicar incidencia', 'Report incident'],
  changeVehicle: ['Cambiar de vehículo', 'Change the vehicle'],
  copy: ['Repetir con otra fecha', 'Again, with another date'],
  saveAsTemplate: ['Guardar como plantilla', 'Save as template'],
  cancelNote: ['Anular', 'Cancel note'],
  revertDelivery: ['Retirar la entrega', 'Take the delivery back'],
  proof: ['Comprobación', 'Proof'],
  proofHint: [
    'Comprueba con las huellas que el registro de esta carta de porte no se ha alterado.',
    'Uses the hashes to check that the record of this note was not altered.',
  ],
  prove: ['Verificar', 'Verify'],
  proofFile: ['Prueba verificable', 'Verifiable proof'],
  proofFileHint: [
    (isPast: boolean) =>
      `Un archivo con ${isPast ? 'la carta de porte tal como estaba entonces' : 'esta carta de porte'}, su historial y sus documentos. La otra parte, un perito o un juez pueden comprobarlo sin conexión y sin depender de este servicio.`,
    (isPast: boolean) =>
      `A file with ${isPast ? 'the note as it stood then' : 'this note'}, its history and its documents. The other party, an expert or a court can verify it offline and without trusting this service.`,
  ],
  earlier: ['Versiones anteriores', 'Earlier versions'],
  earlierVersion: ['Versión', 'Version'],
  earlierInstant: ['o en esta fecha y hora', 'or at this date and time'],
  show: ['Ver', 'Show'],
  pastBanner: [
    (version: number, at: string) => `Está viendo la versión ${version}, del ${at}.`,
    (version: number, at: string) => `You are viewing version ${version}, as of ${at}.`,
  ],
  toPresent: ['Ver la versión actual', 'View current version'],
  noSuchVersion: [
    (last: number) => `Escriba un número de 1 a ${last}.`,
    (last: number) => `Enter a number from 1 to ${last}.`,
  ],
  notYet: [
    'La carta de porte aún no existía. Se muestra la versión actual.',
    'The note did not exist yet. Showing the current version.',
  ],
  labels: {
    version: ['Versión', 'Version'],
    en: ['Fecha y hora', 'Date and time'],
  },
})
