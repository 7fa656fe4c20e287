import { type TextTable, textTable, uncapitalised } from '@ecmr/contract'
import type { Role } from '@ecmr/domain'

/** What the page of a note says. */
export const readTexts = textTable({
  note: [(number: string) => `Carta de porte ${number}`, (number: string) => `Consignment note ${number}`],
  history: ['Historial', 'History'],
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
    'Datos de sus programas; se cambian con la API.',
    'Data of your software; change it with the API.',
  ],
  moreMetadata: [
    (count: number) => `Y ${count} más, que se leen con la API.`,
    (count: number) => `And ${count} more, which the API returns.`,
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
  outdated: ['Anterior a cambios del contenido', 'Older than the latest changes'],
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
  timeline: ['Qué ha pasado', 'What has happened'],
  recorded: ['anotado el', 'recorded on'],
  inferred: ['deducido de lo que vino después', 'inferred from what came after'],
  compliance: ['Qué falta', 'What is missing'],
  tracking: ['Seguimiento público', 'Public tracking'],
  trackingHint: [
    'Este enlace solo muestra el estado y las poblaciones.',
    'This link only shows the status and the cities.',
  ],
  apiId: ['Identificador para la API', 'Identifier for the API'],
  version: ['Versión', 'Version'],
  updated: ['Último cambio', 'Last change'],
  cancelledOn: [(at: string) => `Anulada el ${at}`, (at: string) => `Cancelled on ${at}`],
  actions: ['Acciones', 'Actions'],
  invite: ['Invitar a firmar', 'Invite to sign'],
  signAs: {
    sender: ['Firmar como remitente', 'Sign as the sender'],
    carrier: ['Firmar como transportista', 'Sign as the carrier'],
    receiver: ['Firmar como destinatario', 'Sign as the receiver'],
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
      label: ['Emitir el documento de control', 'Issue the control document'],
      why: [
        'El vehículo debe llevarlo en los transportes dentro de España.',
        'The vehicle must carry it on transports within Spain.',
      ],
      waits: [
        'Falta emitir el documento de control, que el vehículo debe llevar. Lo hace un miembro o un propietario de su empresa.',
        'The control document, which the vehicle must carry, is not issued yet. A member or owner of your company issues it.',
      ],
    },
    takeOver: {
      label: ['Confirmar la recogida', 'Confirm pickup'],
      why: ['La carta de porte pasa a estar en tránsito.', 'The note is then in transit.'],
      waits: ['El transportista recoge la mercancía.', 'The carrier picks up the goods next.'],
    },
    signing: {
      sender: [
        'El remitente confirma los datos de la carta de porte.',
        'The sender confirms the data of the note.',
      ],
      carrier: [
        'Con su firma, el transportista confirma la recogida.',
        'With their signature the carrier confirms the pickup.',
      ],
      receiver: [
        'Con su firma, el destinatario confirma la entrega.',
        'With their signature the consignee confirms the delivery.',
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
  changeVehicle: ['Cambiar de vehículo', 'Change the vehicle'],
  changeStatus: ['Cambiar el estado', 'Change the status'],
  reserve: ['Anotar una reserva', 'Record a reservation'],
  report: ['Comunicar una incidencia', 'Report an incident'],
  copy: ['Duplicar', 'Duplicate'],
  cancelNote: ['Anular', 'Cancel note'],
  revertDelivery: ['Retirar la entrega', 'Take the delivery back'],
  proof: ['Comprobación', 'Proof'],
  proofHint: [
    'Demuestra con las huellas que nadie ha cambiado esta carta de porte desde que se escribió.',
    'Uses the hashes to verify that the record of this note was not altered.',
  ],
  prove: ['Verificar', 'Verify'],
  proofFile: ['Prueba verificable', 'Verifiable proof'],
  proofFileHint: [
    (isPast: boolean) =>
      `Un archivo con ${isPast ? 'la carta de porte tal como estaba entonces' : 'esta carta de porte'}, todo lo que le pasó y sus documentos. La otra parte, un perito o un juez lo comprueban sin conexión y sin tener que fiarse de este servicio.`,
    (isPast: boolean) =>
      `A file with ${isPast ? 'the note as it stood then' : 'this note'}, all that happened to it, and its documents. The other party, an expert or a court can verify it offline and without trusting this service.`,
  ],
  earlier: ['Versiones anteriores', 'Earlier versions'],
  earlierVersion: ['Versión', 'Version'],
  earlierInstant: ['o en esta fecha y hora', 'or at this date and time'],
  show: ['Ver', 'Show'],
  pastBanner: [
    (version: number, at: string) => `Así estaba esta carta de porte en su versión ${version}, el ${at}.`,
    (version: number, at: string) => `This is how the note stood at version ${version}, on ${at}.`,
  ],
  toPresent: ['Ver como está ahora', 'See how it stands now'],
  noSuchVersion: [
    (last: number) => `Escriba un número de 1 a ${last}.`,
    (last: number) => `Enter a number from 1 to ${last}.`,
  ],
  notYet: ['Entonces aún no existía; así está ahora.', 'It did not exist yet; this is how it stands now.'],
  labels: {
    version: ['Versión', 'Version'],
    en: ['Fecha y hora', 'Date and time'],
  },
})
