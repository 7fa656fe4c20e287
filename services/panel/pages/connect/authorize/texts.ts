import { textTable } from '@ecmr/contract'

/** The texts for a user whom an assistant asks for access. */
export const consentTexts = textTable({
  title: ['¿Autorizar este asistente?', 'Authorise this assistant?'],
  who: ['Solicitante', 'Requested by'],
  name: ['Nombre que indica', 'Name it gives'],
  quoted: [(name: string) => `«${name}»`, (name: string) => `“${name}”`],
  unverified: ['no verificado', 'not verified'],
  nameless: ['(sin nombre)', '(no name)'],
  target: ['Le devolverá a', 'Sends you back to'],
  targets: {
    site: [
      'Es un sitio web y recibirá el acceso. Continúe solo si es el de su asistente y acaba de solicitarlo usted.',
      'This website will get the access. Continue only if it belongs to your assistant and you have just requested this.',
    ],
    computer: [
      'Es un programa de este ordenador y recibirá el acceso. Continúe solo si acaba de solicitarlo desde ese programa.',
      'A program on this computer will get the access. Continue only if you have just requested this in that program.',
    ],
    app: [
      'La aplicación de este dispositivo que abre estos enlaces recibirá el acceso. Continúe solo si acaba de solicitarlo desde ella.',
      'The app on this device that opens these links will get the access. Continue only if you have just requested this in it.',
    ],
  },
  domain: ['Se identifica con', 'Identifies itself with'],
  verified: ['dominio comprobado', 'verified domain'],
  domainSays: [
    'El titular de este dominio publica los datos de este asistente. Esto no garantiza nada más.',
    'The owner of this domain publishes this assistant’s data. This does not guarantee anything else.',
  ],
  copyable: [
    (domain: string) =>
      `Atención: cualquier programa de este dispositivo puede usar los datos que publica ${domain}. Continúe solo si acaba de solicitarlo usted.`,
    (domain: string) =>
      `Warning: any program on this device can use the data published by ${domain}. Continue only if you have just requested this yourself.`,
  ],
  oursImpersonated: [
    'Atención: este nombre se parece al nuestro, pero el asistente no es nuestro. Cualquiera puede usar cualquier nombre.',
    'Warning: this name resembles ours, but this assistant is not ours. Anyone can use any name.',
  ],
  brandImpersonated: [
    (brand: string, host: string) =>
      `Atención: este nombre se parece al de ${brand}, pero ${host} no es una dirección conocida de ${brand}. Cualquiera puede usar cualquier nombre.`,
    (brand: string, host: string) =>
      `Warning: this name resembles ${brand}, but ${host} is not a known address of ${brand}. Anyone can use any name.`,
  ],
  whose: ['En nombre de', 'On behalf of'],
  company: ['Empresa', 'Company'],
  companyHint: [
    'El asistente leerá solo los datos de esta empresa.',
    'The assistant will read the data of this company only.',
  ],
  person: ['Persona', 'Person'],
  other: ['Entrar con otra cuenta', 'Log in with another account'],
  what: ['Permisos', 'Permissions'],
  readsOnly: [
    'Solo lectura: no puede crear, cambiar, firmar ni anular nada, ni ver contraseñas, claves o secretos.',
    'Read-only: it cannot create, change, sign or cancel anything, or see passwords, keys or secrets.',
  ],
  howLong: ['Duración', 'Duration'],
  expires: [
    'El acceso caduca tras 30 días sin uso y, como máximo, a los 90 días.',
    'Access expires after 30 days without use, and after 90 days at most.',
  ],
  undo: ['Puede retirarlo cuando quiera en', 'You can revoke it at any time in'],
  connectPage: ['Conectar IA', 'Connect AI'],
  newTab: ['(se abre en otra pestaña)', '(opens in another tab)'],
  grant: ['Autorizar', 'Authorise'],
  refuse: ['Rechazar', 'Deny'],
})

/** What is said when there is nothing to ask, and the assistant learns nothing of it. */
export const stopTexts = textTable({
  client: {
    title: ['Asistente desconocido', 'Unknown assistant'],
    sentence: [
      'El enlace no corresponde a ningún asistente registrado en este servicio, o lleva mucho tiempo sin usarse.',
      'This link does not belong to an assistant registered with this service, or it has not been used for a long time.',
    ],
    doThis: [
      'Elimine esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
      'Remove this connection in your assistant, add it again and reconnect.',
    ],
  },
  address: {
    title: ['Dirección de vuelta no registrada', 'Return address not registered'],
    sentence: [
      'El asistente pide enviarle después a una dirección que no ha registrado. Puede ser un error o un engaño. Por su seguridad nos detenemos aquí. No se ha dado acceso.',
      'The assistant asked to send you to an address it has not registered. This may be an error or a scam. For your safety, we stopped here. No access was given.',
    ],
    doThis: [
      'Si ha llegado por un enlace de otra persona, cierre esta página. Si lo ha solicitado usted, elimine esta conexión en su asistente y añádala de nuevo.',
      'If you followed a link from someone else, close this page. If you requested this, remove the connection in your assistant and add it again.',
    ],
  },
  no_address: {
    title: ['Falta la dirección de vuelta', 'Return address missing'],
    sentence: [
      'El asistente no indica a qué dirección debemos devolverle. No se ha dado acceso.',
      'The assistant does not say where to send you back. No access was given.',
    ],
    doThis: [
      'Elimine esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
      'Remove this connection in your assistant, add it again and reconnect.',
    ],
  },
  over: {
    title: ['Esta solicitud ya no es válida', 'This request is no longer valid'],
    sentence: [
      'Ya se ha respondido, han pasado más de 10 minutos o la ha abierto otra persona. Cada solicitud se responde una sola vez.',
      'It was already answered, more than 10 minutes have passed, or another person opened it. Each request can only be answered once.',
    ],
    doThis: [
      'Empiece de nuevo en su asistente. Si ya está conectado, aparece en Conectar IA.',
      'Start again in your assistant. If it is already connected, you will find it under Connect AI.',
    ],
  },
  many: {
    title: ['Demasiados asistentes conectados', 'Too many assistants connected'],
    sentence: [
      'Ha alcanzado el máximo de asistentes conectados. No se ha dado acceso a este.',
      'You have reached the maximum number of connected assistants. No access was given to this one.',
    ],
    doThis: [
      'Desconecte en Conectar IA los que no use y vuelva a conectar este.',
      'Disconnect the ones you do not use under Connect AI, then connect this one again.',
    ],
  },
  document: {
    title: ['No hemos podido comprobar este asistente', 'We could not verify this assistant'],
    sentence: [
      'El asistente se identifica con un documento que publica en su dirección, y ese documento falta o no es válido. No se ha dado acceso.',
      'The assistant identifies itself with a document at its own address, and that document is missing or invalid. No access was given.',
    ],
    address: ['Dirección', 'Address'],
    why: ['Problema', 'Problem'],
    doThis: [
      'Inténtelo de nuevo en unos minutos. Si se repite, avise al fabricante del asistente. Si esta instalación no tiene salida a Internet, su operador puede configurar MCP_CLIENT_DOCUMENTS=off para que los asistentes se registren.',
      'Try again in a few minutes. If it happens again, contact the makers of the assistant. If this installation cannot reach the internet, its operator can set MCP_CLIENT_DOCUMENTS=off so that assistants register instead.',
    ],
  },
  faults: {
    address: ['La dirección no es válida.', 'The address is not valid.'],
    busy: ['Se están comprobando demasiados asistentes.', 'Too many assistants are being verified.'],
    unreachable: ['No se puede acceder a la dirección.', 'The address cannot be reached.'],
    timeout: ['No responde a tiempo.', 'It does not respond in time.'],
    redirect: ['Redirige a otra dirección.', 'It redirects to another address.'],
    status: ['El documento no está en la dirección.', 'The document is not at the address.'],
    too_large: ['El documento es demasiado grande.', 'The document is too large.'],
    not_json: [
      'El contenido no es un documento de este tipo.',
      'The content is not a document of this kind.',
    ],
    other_client: ['El documento es de otro asistente.', 'The document is about another assistant.'],
    secret: ['El documento exige un secreto compartido.', 'The document requires a shared secret.'],
    metadata: ['El documento está incompleto.', 'The document is incomplete.'],
  },
  help: ['Cómo conectar un asistente', 'How to connect an assistant'],
})

/** The texts for a user whom a web site has sent here with a request that asks them nothing. */
export const unaskedTexts = textTable({
  title: ['No hay nada que autorizar', 'Nothing to authorise'],
  sentence: [
    'Un sitio web le ha traído aquí con una solicitud de acceso que no podemos atender. No se ha dado acceso.',
    'A website sent you here with an access request we cannot process. No access was given.',
  ],
  doThis: [
    'Vuelva solo si la dirección de abajo es la de su asistente. Si ha llegado por un enlace de otra persona, cierre esta página.',
    'Go back only if the address below belongs to your assistant. If you followed a link from someone else, close this page.',
  ],
  back: ['Volver al asistente sin dar acceso', 'Back to the assistant without giving access'],
  backTo: ['Le devolverá a', 'Sends you back to'],
  help: ['Cómo conectar un asistente', 'How to connect an assistant'],
})

/** The texts for a user whose company has not booked assistants. */
export const planTexts = textTable({
  title: ['Su plan no incluye asistentes', 'Your plan does not include assistants'],
  sentence: [
    (company: string) =>
      `Un asistente solicita leer las cartas de porte de ${company}, que tiene el plan Free. Los asistentes requieren el plan Pro o Enterprise.`,
    (company: string) =>
      `An assistant asks to read the consignment notes of ${company}, which is on the Free plan. Assistants require the Pro or Enterprise plan.`,
  ],
  owner: [
    'Solicite el cambio de plan al operador de este servicio y vuelva a conectar el asistente.',
    'Ask the operator of this service to change your plan, then connect the assistant again.',
  ],
  member: [
    'Pida a un propietario de la cuenta que solicite el cambio de plan al operador de este servicio.',
    'Ask an owner of your company’s account to request another plan from the operator of this service.',
  ],
  back: ['Volver al asistente sin dar acceso', 'Back to the assistant without giving access'],
  backTo: ['Le devolverá a', 'Sends you back to'],
  toCompany: ['Ver el plan de la empresa', 'View company plan'],
})
