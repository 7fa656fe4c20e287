import { inBoth } from '../../../texts/texts.js'

/** The texts for a user whom an assistant asks for access. */
export const consentTexts = inBoth(
  {
    title: '¿Dar acceso a este asistente?',
    who: 'Quién lo pide',
    name: 'Se llama a sí mismo',
    quoted: (name: string) => `«${name}»`,
    unverified: 'no verificado por nosotros',
    nameless: '(sin nombre)',
    target: 'Le devuelve a',
    targets: {
      site: 'Es un sitio web: quien esté ahí recibirá el acceso. Siga solo si es el de su asistente y acaba de pedirlo usted.',
      computer:
        'Es un programa de este mismo ordenador: recibirá el acceso. Siga solo si acaba de pedirlo usted desde ese programa.',
      app: 'Es una aplicación de este dispositivo, la que abre los enlaces que empiezan así: recibirá el acceso. Siga solo si acaba de pedirlo usted desde ella.',
    },
    oursImpersonated:
      'Cuidado: ese nombre se parece al nuestro, y este asistente no es nuestro. Cualquiera puede ponerse cualquier nombre.',
    brandImpersonated: (brand: string, host: string) =>
      `Cuidado: ese nombre recuerda a ${brand}, pero ${host} no es una de las direcciones de ${brand} que conocemos. Cualquiera puede ponerse cualquier nombre.`,
    whose: 'En nombre de quién',
    company: 'Empresa',
    person: 'Persona',
    other: 'Entrar con otra cuenta',
    what: 'Qué podrá hacer',
    readsOnly:
      'Solo podrá leer: no crea, cambia, firma ni anula nada, y no ve contraseñas, claves ni secretos.',
    howLong: 'Hasta cuándo',
    expires: 'El acceso termina si pasa 30 días sin usarse, y como mucho a los 90 días.',
    undo: 'Puede quitárselo antes, cuando quiera, en',
    connectPage: 'Conectar IA',
    newTab: '(se abre en otra pestaña)',
    grant: 'Autorizar',
    refuse: 'Rechazar',
  },
  {
    title: 'Give this assistant access?',
    who: 'Requested by',
    name: 'It calls itself',
    quoted: (name: string) => `“${name}”`,
    unverified: 'not verified by us',
    nameless: '(no name)',
    target: 'Sends you back to',
    targets: {
      site: 'This is a website, and it will get the access. Continue only if it is your assistant’s and you have just requested this.',
      computer:
        'This is a program on this computer, and it will get the access. Continue only if you have just requested this in that program.',
      app: 'This is the app on this device that opens links of this kind, and it will get the access. Continue only if you have just requested this in it.',
    },
    oursImpersonated:
      'Warning: this name resembles ours, but this assistant is not ours. Anyone can use any name.',
    brandImpersonated: (brand: string, host: string) =>
      `Warning: this name resembles ${brand}, but ${host} is not a known address of ${brand}. Anyone can use any name.`,
    whose: 'On whose behalf',
    company: 'Company',
    person: 'Person',
    other: 'Log in with another account',
    what: 'What it will be able to do',
    readsOnly:
      'It will only be able to read: it creates, changes, signs and cancels nothing, and sees no passwords, keys or secrets.',
    howLong: 'Until when',
    expires: 'Access ends when it is not used for 30 days, and after 90 days at most.',
    undo: 'You can revoke it at any time in',
    connectPage: 'Connect AI',
    newTab: '(opens in another tab)',
    grant: 'Grant access',
    refuse: 'Refuse',
  },
)

/** What is said when there is nothing to ask, and the assistant learns nothing of it. */
export const stopTexts = inBoth(
  {
    client: {
      title: 'No conocemos este asistente',
      sentence:
        'El enlace que le ha traído aquí no es de ningún asistente registrado en este servicio, o hace mucho que no se usa.',
      doThis: 'Quite esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
    },
    address: {
      title: 'No le devolvemos a esa dirección',
      sentence:
        'El asistente pide que, después, le enviemos a una dirección que no es de las que ha registrado. Puede ser un error suyo o un engaño; por su seguridad no seguimos, y nadie ha recibido acceso.',
      doThis:
        'Si ha llegado por un enlace de otra persona, cierre esta página. Si lo ha pedido usted, quite esta conexión en su asistente y añádala de nuevo.',
    },
    no_address: {
      title: 'Falta la dirección de vuelta',
      sentence:
        'El asistente no dice a cuál de sus direcciones debemos devolverle. Nadie ha recibido acceso.',
      doThis: 'Quite esta conexión en su asistente, añádala de nuevo y vuelva a conectarlo.',
    },
    over: {
      title: 'Esta pregunta ya no sirve',
      sentence:
        'Ya la ha contestado, han pasado más de 10 minutos o la ha abierto otra persona. Cada pregunta se contesta una sola vez.',
      doThis: 'Vuelva a su asistente y empiece allí de nuevo. Si ya está conectado, lo verá en Conectar IA.',
    },
    many: {
      title: 'Ya ha conectado muchos asistentes',
      sentence: 'Ha dado acceso a tantos asistentes como se puede a la vez. A este no se le ha dado.',
      doThis: 'Desconecte en Conectar IA los que no use y vuelva a conectar este.',
    },
    help: 'Cómo se conecta un asistente',
  },
  {
    client: {
      title: 'We do not know this assistant',
      sentence:
        'The link that brought you here belongs to no assistant that is registered with this service, or to one not used for a long time.',
      doThis: 'Remove this connection in your assistant, then add it and connect it again.',
    },
    address: {
      title: 'We do not send you to that address',
      sentence:
        'The assistant wants to send you to an address that it has not registered. This can be an error or a deception. For your safety we stop here. No access was given.',
      doThis:
        'If you came here through a link from another person, close this page. If you requested this, remove the connection in your assistant and add it again.',
    },
    no_address: {
      title: 'The address to go back to is missing',
      sentence:
        'The assistant does not say to which of its addresses we should send you back. No access was given.',
      doThis: 'Remove this connection in your assistant, then add it and connect it again.',
    },
    over: {
      title: 'This request is no longer open',
      sentence:
        'It was already answered, more than 10 minutes have passed, or another person opened it. Each request can be answered once.',
      doThis: 'Start again in your assistant. If it is already connected, Connect AI shows it.',
    },
    many: {
      title: 'You have connected many assistants',
      sentence: 'You have reached the maximum number of connected assistants. This one was not given access.',
      doThis: 'Disconnect those that you do not use in Connect AI, and connect this one again.',
    },
    help: 'How an assistant is connected',
  },
)

/** The texts for a user whom a web site has sent here with a request that asks them nothing. */
export const unaskedTexts = inBoth(
  {
    title: 'No hay nada que autorizar',
    sentence:
      'Un sitio web le ha traído aquí con una petición de acceso que no podemos atender. Nadie ha recibido acceso.',
    doThis:
      'Vuelva solo si la dirección de abajo es la de su asistente. Si ha llegado por un enlace de otra persona, cierre esta página.',
    back: 'Volver al asistente sin dar acceso',
    backTo: 'Le devuelve a',
    help: 'Cómo se conecta un asistente',
  },
  {
    title: 'There is nothing to grant',
    sentence:
      'A website sent you here with a request for access that we cannot process. No access was given.',
    doThis:
      'Go back only if the address below is your assistant’s. If you came here through a link from another person, close this page.',
    back: 'Back to the assistant without giving access',
    backTo: 'Sends you back to',
    help: 'How an assistant is connected',
  },
)

/** The texts for a user whose company has not booked assistants. */
export const planTexts = inBoth(
  {
    title: 'Su plan no incluye asistentes',
    sentence: (company: string) =>
      `Un asistente pide leer las cartas de porte de ${company}, que tiene el plan Free. Los asistentes necesitan el plan Pro o Enterprise.`,
    owner: 'Pida el cambio de plan al operador de este servicio. Después, vuelva a conectar el asistente.',
    member:
      'Dígaselo a un propietario de la cuenta de su empresa: él puede pedir el cambio de plan al operador de este servicio.',
    back: 'Volver al asistente sin dar acceso',
    backTo: 'Le devuelve a',
    toCompany: 'Ver el plan de la empresa',
  },
  {
    title: 'Your plan does not include assistants',
    sentence: (company: string) =>
      `An assistant asks to read the consignment notes of ${company}, which has the plan Free. Assistants need the plan Pro or Enterprise.`,
    owner: 'Ask the operator of this service for another plan. Then connect the assistant again.',
    member:
      'Contact an owner of your company’s account, who can ask the operator of this service for another plan.',
    back: 'Back to the assistant without giving access',
    backTo: 'Sends you back to',
    toCompany: 'See the plan of the company',
  },
)
