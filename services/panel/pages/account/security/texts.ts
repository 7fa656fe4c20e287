import { MOST_PASSKEYS } from '@ecmr/accounts'
import { textTable } from '@ecmr/contract'

export const securityTexts = textTable({
  title: ['Seguridad', 'Security'],
  backToAccount: ['Mi cuenta', 'My account'],
  due: [
    (company: string) =>
      `${company} exige la verificación en dos pasos. Configure una aplicación de códigos o una llave de acceso para seguir trabajando en ella.`,
    (company: string) =>
      `${company} requires two-step verification. Set up an authenticator app or a passkey to continue working there.`,
  ],
  twoSteps: ['Verificación en dos pasos', 'Two-step verification'],
  on: ['activada', 'on'],
  off: ['desactivada', 'off'],
  intro: [
    'Con ella no basta la contraseña para entrar: hace falta también un código de su teléfono o una llave de acceso. Al activarla se cerrarán sus demás sesiones.',
    'With it the password alone is not enough to log in: it also takes a code from your phone or a passkey. Turning it on ends your other sessions.',
  ],
  requiredBy: [
    (company: string) => `${company} la exige: no puede quitar el último método.`,
    (company: string) => `${company} requires it: you cannot remove the last method.`,
  ],
  app: ['Aplicación de códigos', 'Authenticator app'],
  appHint: [
    'Una aplicación de su teléfono muestra cada 30 segundos un código de seis dígitos.',
    'An app on your phone shows a six-digit code every 30 seconds.',
  ],
  hasApp: ['Configurada.', 'Set up.'],
  setUpApp: ['Configurar aplicación', 'Set up app'],
  changeApp: ['Cambiar de aplicación', 'Change app'],
  removeApp: ['Quitar aplicación', 'Remove app'],
  removeAppQuestion: [
    '¿Quitar la aplicación de códigos? Se cerrarán sus demás sesiones.',
    'Remove the authenticator app? Your other sessions will end.',
  ],
  appTitle: ['Configurar la aplicación de códigos', 'Set up the authenticator app'],
  appOnce: [
    'Este código QR y esta clave se muestran solo ahora.',
    'This QR code and key are shown only now.',
  ],
  scan: [
    'Escanee el código QR con la aplicación o escriba en ella la clave.',
    'Scan the QR code with the app, or type the key into it.',
  ],
  qr: ['Código QR para la aplicación', 'QR code for the app'],
  key: ['Clave', 'Key'],
  copyKey: ['Copiar la clave', 'Copy the key'],
  thenCode: ['Después escriba el código que muestra.', 'Then enter the code it shows.'],
  code: ['Código de seis dígitos', 'Six-digit code'],
  confirm: ['Activar', 'Turn on'],
  wrongCode: [
    'El código no es correcto. Compruebe que su teléfono tiene la hora automática y escriba el código actual.',
    'The code is wrong. Check that your phone sets its time automatically, and enter the current code.',
  ],
  startAgain: ['Mostrar otro código QR', 'Show another QR code'],
  passkeys: ['Llaves de acceso', 'Passkeys'],
  passkeysHint: [
    'Su dispositivo o una llave de seguridad confirma que es usted. Con ellas puede entrar sin contraseña y no se pueden usar en páginas falsas.',
    'Your device or a security key confirms that it is you. You can log in with them without a password, and they cannot be used on fake pages.',
  ],
  noPasskeysYet: ['Aún no tiene ninguna.', 'You have none yet.'],
  passkey: ['Llave', 'Passkey'],
  added: ['Añadida', 'Added'],
  lastUsed: ['Último uso', 'Last used'],
  actions: ['Acciones', 'Actions'],
  synced: ['sincronizada', 'synced'],
  rename: ['Guardar nombre', 'Save name'],
  nameOf: [(name: string) => `Nombre de ${name}`, (name: string) => `Name of ${name}`],
  removeOf: [(name: string) => `Quitar ${name}`, (name: string) => `Remove ${name}`],
  remove: ['Quitar', 'Remove'],
  removeQuestion: [
    (name: string) => `¿Quitar la llave ${name}? Se cerrarán sus demás sesiones.`,
    (name: string) => `Remove the passkey ${name}? Your other sessions will end.`,
  ],
  addPasskey: ['Añadir llave de acceso', 'Add passkey'],
  newPasskey: ['Añadir una llave de acceso', 'Add a passkey'],
  newPasskeyHint: [
    'Su navegador le pedirá que confirme con la huella, la cara, un PIN o una llave de seguridad.',
    'Your browser will ask you to confirm with your fingerprint, face, a PIN or a security key.',
  ],
  name: ['Nombre', 'Name'],
  nameHint: ['Para reconocerla en la lista.', 'To recognise it in the list.'],
  create: ['Crear llave', 'Create passkey'],
  passkeyFailed: [
    'No se ha creado la llave de acceso. Inténtelo de nuevo.',
    'The passkey was not created. Try again.',
  ],
  passkeyKnown: [
    'Este dispositivo ya tiene una llave de acceso de su cuenta.',
    'This device already has a passkey of your account.',
  ],
  passkeyRefused: {
    refused: [
      'La llave de acceso no es válida para este servicio. Inténtelo de nuevo.',
      'The passkey is not valid for this service. Try again.',
    ],
    stale: ['Ha pasado demasiado tiempo. Inténtelo de nuevo.', 'It took too long. Try again.'],
    known: ['Esta llave de acceso ya está en uso.', 'This passkey is already in use.'],
    too_many: [
      `Tiene ${MOST_PASSKEYS} llaves, el máximo. Quite antes una.`,
      `You have ${MOST_PASSKEYS} passkeys, the maximum. Remove one first.`,
    ],
  },
  noPasskeys: {
    needs_https: [
      (site: string) =>
        `Las llaves de acceso necesitan https, y la dirección de este servicio es ${site}. El operador debe cambiar SITE_URL.`,
      (site: string) =>
        `Passkeys need https, and the address of this service is ${site}. Its operator has to change SITE_URL.`,
    ],
    needs_name: [
      (site: string) =>
        `Las llaves de acceso necesitan un nombre de dominio, y la dirección de este servicio es ${site}. El operador debe cambiar SITE_URL.`,
      (site: string) =>
        `Passkeys need a domain name, and the address of this service is ${site}. Its operator has to change SITE_URL.`,
    ],
  },
  elsewhere: [
    'Esta no es la dirección principal del servicio. Para añadir una llave de acceso, use',
    'This is not the main address of the service. To add a passkey, use',
  ],
  withoutPasskeys: [
    'Las llaves de acceso necesitan JavaScript y un navegador reciente. Puede usar una aplicación de códigos.',
    'Passkeys need JavaScript and a recent browser. You can use an authenticator app instead.',
  ],
  codes: ['Códigos de recuperación', 'Recovery codes'],
  codesHint: [
    'Para entrar si pierde el dispositivo. Cada uno sirve una sola vez.',
    'To log in if you lose your device. Each works once.',
  ],
  codesLeft: [
    (left: number, of: number) => `Quedan ${left} de ${of}.`,
    (left: number, of: number) => `${left} of ${of} left.`,
  ],
  renewCodes: ['Crear códigos nuevos', 'Create new codes'],
  renewQuestion: [
    '¿Crear códigos nuevos? Los actuales dejarán de servir.',
    'Create new codes? The current ones will stop working.',
  ],
  codesOnce: ['Estos códigos se muestran solo ahora.', 'These codes are shown only now.'],
  keepCodes: [
    'Guárdelos donde los encuentre sin su teléfono: impresos o en un gestor de contraseñas.',
    'Keep them where you find them without your phone: printed, or in a password manager.',
  ],
  copyCodes: ['Copiar los códigos', 'Copy the codes'],
  kept: ['Los he guardado', 'I have kept them'],
  lastStays: [
    'Una de sus empresas exige la verificación en dos pasos. Añada otro método antes de quitar este.',
    'One of your companies requires two-step verification. Add another method before you remove this one.',
  ],
})
