import { createExample, textTable } from '@ecmr/contract'

interface Told {
  readonly name: string
  readonly text: string
}

/** What the page says that visitors see who are not logged in. */
export const landingTexts = textTable({
  title: ['Cartas de porte electrónicas', 'Electronic consignment notes'],
  lead: [
    'Cree, firme y siga sus cartas de porte (CMR y DeCA) desde el navegador, desde su ERP o con un asistente de IA. Cada cambio queda registrado con su autor y su hora.',
    'Create, sign and follow your consignment notes (CMR and Spain’s DeCA) in the browser, from your ERP or with an AI assistant. Every change is recorded with its author and time.',
  ],
  picture: [
    'Ejemplo de carta de porte: remitente en Sevilla, destinatario en Toulouse, en tránsito, firmada por el remitente y el transportista, con código QR.',
    'Sample consignment note: sender in Sevilla, consignee in Toulouse, in transit, signed by the sender and the carrier, with a QR code.',
  ],
  note: ['Carta de porte', 'Consignment note'],
  goods: [createExample.goods_description, '20 pallets of extra virgin olive oil'],
  inTransit: ['En tránsito', 'In transit'],
  signed: [
    ['Remitente', 'Transportista'],
    ['Sender', 'Carrier'],
  ],
  toSign: ['Destinatario', 'Consignee'],
  follow: ['Seguir un envío', 'Track a shipment'],
  followHint: [
    'El número está en la carta de porte. No hace falta cuenta.',
    'The number is on the consignment note. No account needed.',
  ],
  number: ['Número de la carta de porte', 'Consignment note number'],
  followButton: ['Ver el envío', 'Track'],
  whom: ['Para quién es', 'Who it is for'],
  parties: told(
    [
      [
        'Cargadores y remitentes',
        'Emita la carta de porte antes de la carga, reúna las firmas sin papel y sepa dónde está cada envío.',
      ],
      [
        'Transportistas',
        'El documento va en el móvil, con código QR y PDF. Reservas e incidencias se anotan en el momento.',
      ],
      [
        'Destinatarios',
        'Siga el envío con su número, sin cuenta, y firme la entrega, con reservas si hace falta.',
      ],
      [
        'Inspección y tribunales',
        'El código QR abre el documento vigente. Cualquiera puede comprobar después que nadie lo ha alterado.',
      ],
    ],
    [
      [
        'Shippers and senders',
        'Issue the note before loading, collect signatures without paper and know where each shipment is.',
      ],
      [
        'Carriers',
        'The document travels on the phone, with a QR code and as a PDF. Reservations and incidents are recorded on the spot.',
      ],
      [
        'Consignees',
        'Track the shipment by its number, without an account, and sign for delivery, with reservations if needed.',
      ],
      [
        'Inspectors and courts',
        'The QR code opens the current document. Anyone can verify later that it was not altered.',
      ],
    ],
  ),
  start: ['Cómo empezar', 'How to start'],
  steps: told(
    [
      ['Cree la cuenta de su empresa', 'Solo el nombre, su correo y una contraseña.'],
      [
        'Cree la primera carta de porte',
        'Rellene el formulario o fotografíe una en papel: el servicio la lee y usted la revisa.',
      ],
      ['Emita el documento', 'El conductor enseña el código QR; las partes firman en pantalla.'],
    ],
    [
      ['Create your company’s account', 'Just a name, your email address and a password.'],
      [
        'Create the first consignment note',
        'Fill in the form, or photograph a paper note: the service reads it and you review it.',
      ],
      ['Issue the document', 'The driver shows the QR code; the parties sign on screen.'],
    ],
  ),
  software: ['Conecte su software', 'Connect your software'],
  api: {
    name: ['API REST y webhooks', 'REST API and webhooks'],
    text: [
      'Lo que hace su ERP se ve aquí al momento, y al revés. Hay claves de prueba, con datos aparte de los reales.',
      'Changes in your ERP appear here immediately, and the other way round. Test keys keep their data apart from real data.',
    ],
    link: ['Documentación de la API', 'API documentation'],
  },
  mcp: {
    name: ['Asistentes de IA (MCP)', 'AI assistants (MCP)'],
    text: [
      'Claude, ChatGPT, Cursor y otros responden a preguntas sobre sus cartas de porte. Solo leen, y usted los autoriza y los desconecta.',
      'Claude, ChatGPT, Cursor and others answer questions about your consignment notes. They are read-only, and you authorise and disconnect them.',
    ],
    link: ['Conectar un asistente', 'Connect an assistant'],
  },
  proof: {
    name: ['Prueba verificable', 'Verifiable proof'],
    text: [
      'Cada cambio se encadena con huellas SHA-256 en un registro al que solo se añade. La prueba de una carta de porte se comprueba sin conexión y sin fiarse de este servicio.',
      'Every change is chained by SHA-256 hashes in an append-only log. The proof of a consignment note can be verified offline, without trusting this service.',
    ],
    link: ['Verificar una prueba', 'Verify a proof'],
    procedures: ['Procedimientos (Protocolo e-CMR, art. 5)', 'Procedures (e-CMR Protocol, art. 5)'],
  },
})

type Pairs = readonly (readonly [name: string, text: string])[]

/** The same items in both languages. */
function told(es: Pairs, en: Pairs): readonly [readonly Told[], readonly Told[]] {
  const items = (pairs: Pairs): readonly Told[] => pairs.map(([name, text]) => ({ name, text }))
  return [items(es), items(en)]
}
