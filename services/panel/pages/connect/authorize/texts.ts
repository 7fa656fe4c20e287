import { textTable } from '@ecmr/contract'

/** The texts for a user whom an assistant asks for access. */
export const consentTexts = textTable({
  title: ['¿Dar acceso a este asistente?', 'Give this assistant access?'],
  who: ['Quién lo pide', 'Requested by'],
  name: ['Se llama a sí mismo', 'It calls itself'],
  quoted: [(name: string) => `«${name}»`, (name: string) => `“${name}”`],
  unverified: ['no verificado por nosotros', 'not verified by us'],
  nameless: ['(sin nombre)', '(no name)'],
  target: ['Le devuelve a', 'Sends you back to'],
  targets: {
    site: [
      'Es un sitio web: quien esté ahí recibirá el acceso. Siga solo si es el de su asistente y acaba de pedirlo usted.',
      'This is a website, and it will get the access. Continue only if it is your assistant’s and you have just requested this.',
    ],
    computer: [
      'Es un programa de este mismo ordenador: recibirá el acceso. Siga solo si acaba de pedirlo usted desde ese programa.',
      'This is a program on this computer, and it will get the access. Continue only if you have just requested this in that program.',
    ],
    app: [
      'Es una aplicación de este dispositivo, la que abre los enlaces que empiezan así: recibirá el acceso. Siga solo si acaba de pedirlo usted desde ella.',
      'This is the app on this device that opens links of this kind, and it will get the access. Continue only if you have just requested this in it.',
    ],
  },
  oursImpersonated: [
    'Cuidado: ese nombre se parece al nuestro, y este asistente no es nuestro. Cualquiera puede ponerse cualquier nombre.',
    'Warning: this name resembles ours, but this assistant is not ours. Anyone can use any name.',
  ],
  brandImpersonated: [
    (brand: string, host: string) =>
      `Cuidado: ese nombre recuerda a ${brand}, pero ${host} no es una de las direcciones de ${brand} que conocemos. Cualquiera puede ponerse cualquier nombre.`,
    (brand: string, host: string) =>
      `Warning: this name resembles ${brand}, but ${host} is not a known address of ${brand}. Anyone can use any name.`,
  ],
  whose: ['En nombre de quién', 'On whose behalf'],
  company: ['Empresa', 'Company'],
  person: ['Persona', 'Person'],
  other: ['Entrar con otra cuenta', 'Log in with another account'],
  what: ['Qué podrá hacer', 'What it will be able to do'],
  readsOnly: [
    'Solo podrá leer: no crea, cambia, firma ni anula nada, y no ve contraseñas, claves ni secretos.',
    'It will only be able to read: it creates, changes, signs and cancels nothing, and sees no passwords, keys or secrets.',
  ],
  howLong: ['Hasta cuándo', 'Until when'],
  expires: [
    'El acceso termina si pasa 30 días sin usarse, y como mucho a los 90 días.',
    'Access ends when it is not used for 30 days, and after 90 days at most.',
  ],
  undo: ['Puede quitárselo antes, cuando quiera, en', 'You can revoke it at any time in'],
  connectPage: ['Conectar IA', 'Connect AI'],
  newTab: ['(se abre en otra pestaña)', '(opens in another tab)'],
  grant: ['Autorizar', 'Grant access'],
  refuse: ['Rechazar', 'Refuse'],
})

/** What is said when there is nothing to ask, and the assistant learns nothing of it. */
export const stopTexts = textTable({
  client: {
    title: ['No conocemos este asistente', 'We do not know this assistant'],
    sentence: [
      'El enlace que le ha traído aquí no es de ningún asistente registrado en este servicio, o hace mucho que no se usa.',
      'The link that brought you here belongs to no assistant that is registered with this service, or to one not used for a long time.',
    ],
    doThis: [
      'Quite esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
      'Remove this connection in your assistant, then add it and connect it again.',
    ],
  },
  address: {
    title: ['No le devolvemos a esa dirección', 'We do not send you to that address'],
    sentence: [
      'El asistente pide que, después, le enviemos a una dirección que no es de las que ha registrado. Puede ser un error suyo o un engaño; por su seguridad no seguimos, y nadie ha recibido acceso.',
      'The assistant wants to send you to an address that it has not registered. This can be an error or a deception. For your safety we stop here. No access was given.',
    ],
    doThis: [
      'Si ha llegado por un enlace de otra persona, cierre esta página. Si lo ha pedido usted, quite esta conexión en su asistente y añádala de nuevo.',
      'If you came here through a link from another person, close this page. If you requested this, remove the connection in your assistant and add it again.',
    ],
  },
  no_address: {
    title: ['Falta la dirección de vuelta', 'The address to go back to is missing'],
    sentence: [
      'El asistente no dice a cuál de sus direcciones debemos devolverle. Nadie ha recibido acceso.',
      'The assistant does not say to which of its addresses we should send you back. No access was given.',
    ],
    doThis: [
      'Quite esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
      'Remove this connection in your assistant, then add it and connect it again.',
    ],
  },
  over: {
    title: ['Esta pregunta ya no sirve', 'This request is no longer open'],
    sentence: [
      'Ya la ha contestado, han pasado más de 10 minutos o la ha abierto otra persona. Cada pregunta se contesta una sola vez.',
      'It was already answered, more than 10 minutes have passed, or another person opened it. Each request can be answered once.',
    ],
    doThis: [
      'Vuelva a su asistente y empiece allí de nuevo. Si ya está conectado, lo verá en Conectar IA.',
      'Start again in your assistant. If it is already connected, Connect AI shows it.',
    ],
  },
  many: {
    title: ['Ya ha conectado muchos asistentes', 'You have connected many assistants'],
    sentence: [
      'Ha dado acceso a tantos asistentes como se puede a la vez. A este no se le ha dado.',
      'You have reached the maximum number of connected assistants. This one was not given access.',
    ],
    doThis: [
      'Desconecte en Conectar IA los que no use y vuelva a conectar este.',
      'Disconnect those that you do not use in Connect AI, and connect this one again.',
    ],
  },
  help: ['Cómo se conecta un asistente', 'How an assistant is connected'],
})

/** The texts for a user whom a web site has sent here with a request that asks them nothing. */
export const unaskedTexts = textTable({
  title: ['No hay nada que autorizar', 'There is nothing to grant'],
  sentence: [
    'Un sitio web le ha traído aquí con una petición de acceso que no podemos atender. Nadie ha recibido acceso.',
    'A website sent you here with a request for access that we cannot process. No access was given.',
  ],
  doThis: [
    'Vuelva solo si la dirección de abajo es la de su asistente. Si ha llegado por un enlace de otra persona, cierre esta página.',
    'Go back only if the address below is your assistant’s. If you came here through a link from another person, close this page.',
  ],
  back: ['Volver al asistente sin dar acceso', 'Back to the assistant without giving access'],
  backTo: ['Le devuelve a', 'Sends you back to'],
  help: ['Cómo se conecta un asistente', 'How an assistant is connected'],
})

/** The texts for a user whose company has not booked assistants. */
export const planTexts = textTable({
  title: ['Su plan no incluye asistentes', 'Your plan does not include assistants'],
  sentence: [
    (company: string) =>
      `Un asistente pide leer las cartas de porte de ${company}, que tiene el plan Free. Los asistentes necesitan el plan Pro o Enterprise.`,
    (company: string) =>
      `An assistant asks to read the consignment notes of ${company}, which has the plan Free. Assistants need the plan Pro or Enterprise.`,
  ],
  owner: [
    'Pida el cambio de plan al operador de este servicio. Después, vuelva a conectar el asistente.',
    'Ask the operator of this service for another plan. Then connect the assistant again.',
  ],
  member: [
    'Dígaselo a un propietario de la cuenta de su empresa: él puede pedir el cambio de plan al operador de este servicio.',
    'Contact an owner of your company’s account, who can ask the operator of this service for another plan.',
  ],
  back: ['Volver al asistente sin dar acceso', 'Back to the assistant without giving access'],
  backTo: ['Le devuelve a', 'Sends you back to'],
  toCompany: ['Ver el plan de la empresa', 'See the plan of the company'],
})
