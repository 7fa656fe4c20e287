import { LONGEST_PASSWORD, type PasswordFault, SHORTEST_PASSWORD } from '@ecmr/accounts'
import { inBoth } from '../../texts/texts.js'

export const registrationTexts = inBoth(
  {
    title: 'Crear una cuenta',
    intro: 'Una cuenta es de una empresa. Quien la crea es su propietario y puede invitar a más personas.',
    company: 'Nombre de la empresa',
    name: 'Su nombre',
    email: 'Correo electrónico',
    emailHint: 'Le enviaremos un enlace para confirmarlo y elegir la contraseña.',
    submit: 'Crear la cuenta',
    logIn: '¿Ya tiene cuenta? Entre',
    taken: 'Ya hay una cuenta con este correo. Entre con ella o pida otra contraseña.',
    sentTitle: 'Mire su correo',
    sent: 'Le hemos enviado un mensaje con lo que falta para entrar. Puede tardar unos minutos; mire también en el correo no deseado.',
    sentAgain: '¿No llega? Compruebe la dirección y pídalo otra vez.',
    confirmTitle: 'Confirme su cuenta',
    confirm:
      'Elija una contraseña y su cuenta está lista. Siga solo si la ha pedido usted y estos datos son suyos.',
    confirmSubmit: 'Confirmar y entrar',
    takenTitle: 'Esta cuenta ya existe',
    takenSince: 'Mientras tanto se ha creado una cuenta con este correo.',
    forgotten: 'Pedir otra contraseña',
    enter: 'Entrar',
  },
  {
    title: 'Create an account',
    intro: 'An account is a company’s. Whoever creates it is its owner and can invite other people.',
    company: 'Name of the company',
    name: 'Your name',
    email: 'Mail address',
    emailHint: 'We will send you a link to confirm it and choose your password.',
    submit: 'Create the account',
    logIn: 'Have an account already? Log in',
    taken: 'There is an account with this mail address. Log in with it, or ask for another password.',
    sentTitle: 'Look at your mail',
    sent: 'We have sent you a message with what is left to do. It may take some minutes; look among unwanted mail too.',
    sentAgain: 'It does not arrive? Check the address and ask again.',
    confirmTitle: 'Confirm your account',
    confirm:
      'Choose a password and your account is ready. Go on only if you have asked for it yourself and these details are yours.',
    confirmSubmit: 'Confirm and log in',
    takenTitle: 'This account exists already',
    takenSince: 'An account with this mail address has been made in the meantime.',
    forgotten: 'Ask for another password',
    enter: 'Log in',
  },
)

export const loginTexts = inBoth(
  {
    title: 'Entrar',
    email: 'Correo electrónico',
    submit: 'Entrar',
    wrong: 'El correo o la contraseña no son correctos.',
    tooMany: (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    forgotten: '¿Ha olvidado la contraseña?',
    register: '¿Aún no tiene cuenta? Créela',
    forAssistant:
      'Un asistente le ha traído aquí para pedirle acceso. Entre con su cuenta; después verá qué pide y decidirá.',
    elsewhere:
      'Ha abierto esta página con otra dirección que la del servicio. Si no consigue entrar, ábrala en',
  },
  {
    title: 'Log in',
    email: 'Mail address',
    submit: 'Log in',
    wrong: 'The mail address or the password is not right.',
    tooMany: (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
    forgotten: 'Have you forgotten your password?',
    register: 'No account yet? Create one',
    forAssistant:
      'An assistant has brought you here to ask for access. Log in with your account; then you see what it asks for, and decide.',
    elsewhere:
      'You have opened this page at another address than the service’s. If you cannot log in, open it at',
  },
)

export const recoveryTexts = inBoth(
  {
    title: 'Recuperar el acceso',
    intro: 'Escriba su correo y le enviaremos un enlace para elegir otra contraseña.',
    byOperator:
      'Este servicio no envía correo. Pida a quien lo opera un enlace para elegir otra contraseña: puede crearlo desde su consola.',
    email: 'Correo electrónico',
    submit: 'Enviar el enlace',
    sentTitle: 'Mire su correo',
    sent: 'Si hay una cuenta con esa dirección, le hemos enviado un enlace. Sirve durante una hora; mire también en el correo no deseado.',
    logIn: 'Volver a entrar',
    chooseTitle: 'Elija una contraseña nueva',
    chooseIntro:
      'Al guardarla entrará en su cuenta, y las sesiones de todos los demás navegadores se cerrarán.',
    save: 'Guardar y entrar',
  },
  {
    title: 'Recover access',
    intro: 'Enter your mail address and we will send you a link to choose another password.',
    byOperator:
      'This service sends no mail. Ask whoever operates it for a link to choose another password: it can be made on the console.',
    email: 'Mail address',
    submit: 'Send the link',
    sentTitle: 'Look at your mail',
    sent: 'If there is an account with that address, we have sent you a link. It works for an hour; look among unwanted mail too.',
    logIn: 'Back to logging in',
    chooseTitle: 'Choose a new password',
    chooseIntro: 'Saving it logs you in, and ends the sessions of all other browsers.',
    save: 'Save and log in',
  },
)

export const joiningTexts = inBoth(
  {
    title: (company: string) => `Le invitan a ${company}`,
    intro: (email: string) => `Elija un nombre y una contraseña. Entrará siempre con el correo ${email}.`,
    roles: {
      owner:
        'Será propietario: además de trabajar con las cartas de porte, llevará la empresa, sus claves y sus personas.',
      member: 'Será miembro: trabajará con las cartas de porte de la empresa.',
    },
    name: 'Su nombre',
    submit: 'Aceptar y entrar',
    other: (name: string) =>
      `Ahora está dentro como ${name}. Si acepta, esa sesión se cerrará en este navegador y entrará con la cuenta nueva.`,
    taken: 'Este correo ya tiene una cuenta. Pida a quien le invita que use otra dirección.',
  },
  {
    title: (company: string) => `You are invited to ${company}`,
    intro: (email: string) =>
      `Choose a name and a password. You will always log in with the mail address ${email}.`,
    roles: {
      owner:
        'You will be an owner: besides working with consignment notes you look after the company, its keys and its people.',
      member: 'You will be a member: you work with the consignment notes of the company.',
    },
    name: 'Your name',
    submit: 'Accept and log in',
    other: (name: string) =>
      `You are logged in as ${name}. If you accept, that session ends in this browser, and you are logged in with the new account.`,
    taken: 'This mail address has an account already. Ask whoever invited you to use another address.',
  },
)

/** A link that does not work any more, by what it was for. */
export const deadLinkTexts = inBoth(
  {
    title: 'Este enlace ya no sirve',
    sentence: 'Se ha usado ya, ha caducado o no está completo. Cada enlace sirve una sola vez.',
    registration: 'Crear la cuenta de nuevo',
    reset: 'Pedir otro enlace',
    invitation: 'Pida otra invitación a quien le ha invitado.',
    logIn: 'Entrar',
  },
  {
    title: 'This link does not work any more',
    sentence: 'It has been used, has expired or is not complete. Each link works once.',
    registration: 'Create the account again',
    reset: 'Ask for another link',
    invitation: 'Ask whoever invited you for another invitation.',
    logIn: 'Log in',
  },
)

/** What every field for a password says. */
export const passwordTexts = inBoth(
  {
    label: 'Contraseña',
    fresh: 'Contraseña nueva',
    rules: `Al menos ${SHORTEST_PASSWORD} caracteres, los que quiera: varias palabras que no suelan ir juntas valen. Ni las contraseñas más usadas, ni su nombre, su correo o su empresa.`,
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    endAssistants: (count: number) =>
      count === 1
        ? 'Desconectar también el asistente de IA que ha autorizado'
        : `Desconectar también los ${count} asistentes de IA que ha autorizado`,
    endAssistantsHint:
      'Conviene si otra persona pudo conocer la contraseña anterior. Después podrá volver a conectarlos.',
  },
  {
    label: 'Password',
    fresh: 'New password',
    rules: `At least ${SHORTEST_PASSWORD} characters of your choice: some words that do not usually go together will do. None of the commonest passwords, nor your name, mail address or company.`,
    show: 'Show password',
    hide: 'Hide password',
    endAssistants: (count: number) =>
      count === 1
        ? 'Also disconnect the AI assistant that you have let in'
        : `Also disconnect the ${count} AI assistants that you have let in`,
    endAssistantsHint:
      'Advisable if another person may have known the former password. You can connect them again later.',
  },
)

/** Why a text cannot be a password. */
export const passwordFaults = inBoth<Readonly<Record<PasswordFault, string>>>(
  {
    too_short: `Escriba al menos ${SHORTEST_PASSWORD} caracteres.`,
    too_long: `Escriba como mucho ${LONGEST_PASSWORD} caracteres.`,
    too_common:
      'Esta es de las que se prueban primero. Elija otra, por ejemplo varias palabras que no vayan juntas.',
    too_personal: 'Se parece demasiado a su nombre, su correo o su empresa. Elija otra.',
  },
  {
    too_short: `Enter at least ${SHORTEST_PASSWORD} characters.`,
    too_long: `Enter at most ${LONGEST_PASSWORD} characters.`,
    too_common:
      'This is among those that are tried first. Choose another, such as some words that do not go together.',
    too_personal: 'This is too much like your name, mail address or company. Choose another.',
  },
)

export const profileTexts = inBoth(
  {
    title: 'Mi cuenta',
    details: 'Sus datos',
    name: 'Nombre',
    email: 'Correo electrónico',
    role: 'Rol',
    roles: { owner: 'Propietario', member: 'Miembro' },
    language: 'Idioma',
    languageHint: 'De estas páginas y de los mensajes que le enviamos.',
    password: 'Contraseña',
    current: 'Contraseña actual',
    passwordHint: 'Al cambiarla se cierran sus demás sesiones.',
    change: 'Cambiar la contraseña',
    wrong: 'Esta no es su contraseña actual.',
    tooMany: (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    sessions: 'Sesiones abiertas',
    sessionsIntro:
      'Navegadores en los que ha entrado. Si no reconoce alguno, cierre su sesión y cambie la contraseña.',
    browser: 'Navegador',
    address: 'Dirección de red',
    begun: 'Desde',
    lastSeen: 'Última vez',
    action: 'Acción',
    thisOne: 'esta',
    end: 'Cerrar',
    endOf: (browser: string) => `Cerrar la sesión de ${browser}`,
    endOthers: 'Cerrar todas las demás',
    more: (count: number) => `Y ${count} más.`,
  },
  {
    title: 'My account',
    details: 'Your details',
    name: 'Name',
    email: 'Mail address',
    role: 'Role',
    roles: { owner: 'Owner', member: 'Member' },
    language: 'Language',
    languageHint: 'Of these pages and of the messages that we send you.',
    password: 'Password',
    current: 'Current password',
    passwordHint: 'Changing it ends your other sessions.',
    change: 'Change password',
    wrong: 'This is not your current password.',
    tooMany: (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
    sessions: 'Open sessions',
    sessionsIntro:
      'Browsers in which you are logged in. If you do not know one of them, end its session and change your password.',
    browser: 'Browser',
    address: 'Network address',
    begun: 'Since',
    lastSeen: 'Last seen',
    action: 'Action',
    thisOne: 'this one',
    end: 'End',
    endOf: (browser: string) => `End the session of ${browser}`,
    endOthers: 'End all others',
    more: (count: number) => `And ${count} more.`,
  },
)
