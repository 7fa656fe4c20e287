import { type InSix, inSix } from '@ecmr/contract'
import type { DocumentLanguage } from '@ecmr/domain'
import type { Message } from '@ecmr/mail'

type Words = Omit<Message, 'to'>

interface InvitationFacts {
  /** name of the company that invites */
  readonly by: string
  readonly number: string
  readonly url: string
  /** a driver’s page for the way */
  readonly driverUrl?: string
  /** RFC 3339 */
  readonly until: string
}

interface CodeFacts {
  readonly code: string
  readonly number: string
  readonly minutes: number
}

const locales: Readonly<Record<DocumentLanguage, string>> = {
  es: 'es-ES',
  en: 'en-GB',
  fr: 'fr-FR',
  de: 'de-DE',
  pt: 'pt-PT',
  it: 'it-IT',
}

/** An instant with its time zone: the recipient may be anywhere. */
function inWords(instant: string, language: DocumentLanguage): string {
  return new Intl.DateTimeFormat(locales[language], {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'Europe/Madrid', timeZoneName: 'short' },
  }).format(new Date(instant))
}

type Sentences<Facts> = {
  readonly subject: InSix<(facts: Facts) => string>
  readonly text: InSix<(facts: Facts) => string>
}

const invitations = inSix({
  subject: [
    ({ number }) => `Firma de la carta de porte ${number}`,
    ({ number }) => `Signing of consignment note ${number}`,
    ({ number }) => `Signature de la lettre de voiture ${number}`,
    ({ number }) => `Unterschrift für den Frachtbrief ${number}`,
    ({ number }) => `Assinatura da declaração de expedição ${number}`,
    ({ number }) => `Firma della lettera di vettura ${number}`,
  ],
  text: [
    ({ by, url, until }) =>
      `Hola:\n\n${by} le pide que firme una carta de porte. Léala y fírmela en este enlace, que es personal:\n\n${url}\n\nEl enlace es válido hasta el ${until}. Antes de firmar se le pedirá un código de seis cifras.\n\nMensaje automático: no lo responda.\n`,
    ({ by, url, until }) =>
      `Hello,\n\n${by} asks you to sign a consignment note. Read and sign it at this link, which is personal:\n\n${url}\n\nThe link is valid until ${until}. Before signing you will be asked for a six-digit code.\n\nThis is an automatic message: please do not reply.\n`,
    ({ by, url, until }) =>
      `Bonjour,\n\n${by} vous demande de signer une lettre de voiture. Lisez-la et signez-la à ce lien, qui est personnel :\n\n${url}\n\nLe lien est valable jusqu’au ${until}. Un code à six chiffres vous sera demandé avant de signer.\n\nMessage automatique : n’y répondez pas.\n`,
    ({ by, url, until }) =>
      `Guten Tag,\n\n${by} bittet Sie, einen Frachtbrief zu unterschreiben. Lesen und unterschreiben Sie ihn unter diesem persönlichen Link:\n\n${url}\n\nDer Link gilt bis ${until}. Vor der Unterschrift wird ein sechsstelliger Code verlangt.\n\nDiese Nachricht wurde automatisch versandt. Bitte antworten Sie nicht darauf.\n`,
    ({ by, url, until }) =>
      `Olá,\n\n${by} pede-lhe que assine uma declaração de expedição. Leia-a e assine-a nesta ligação, que é pessoal:\n\n${url}\n\nA ligação é válida até ${until}. Antes de assinar ser-lhe-á pedido um código de seis algarismos.\n\nMensagem automática: não responda.\n`,
    ({ by, url, until }) =>
      `Buongiorno,\n\n${by} le chiede di firmare una lettera di vettura. La legga e la firmi a questo collegamento, che è personale:\n\n${url}\n\nIl collegamento è valido fino al ${until}. Prima di firmare le sarà chiesto un codice di sei cifre.\n\nMessaggio automatico: non risponda.\n`,
  ],
} satisfies Sentences<InvitationFacts>)

/** What is added for a driver. */
const onTheWay = inSix({
  text: [
    (url: string) =>
      `Para el viaje (código QR, documento, recogida, entrega e incidencias, también sin cobertura), abra en su teléfono:\n\n${url}\n`,
    (url: string) =>
      `For the way (QR code, document, pickup, delivery and incidents, also without coverage), open on your telephone:\n\n${url}\n`,
    (url: string) =>
      `Pour le trajet (code QR, document, enlèvement, livraison et incidents, même sans réseau), ouvrez sur votre téléphone :\n\n${url}\n`,
    (url: string) =>
      `Für unterwegs (QR-Code, Dokument, Abholung, Ablieferung und Störungen, auch ohne Netz) öffnen Sie auf Ihrem Telefon:\n\n${url}\n`,
    (url: string) =>
      `Para a viagem (código QR, documento, recolha, entrega e ocorrências, também sem rede), abra no seu telefone:\n\n${url}\n`,
    (url: string) =>
      `Per il viaggio (codice QR, documento, ritiro, consegna e anomalie, anche senza rete), apra sul suo telefono:\n\n${url}\n`,
  ],
})

const codes = inSix({
  subject: [
    'Su código para la carta de porte',
    'Your code for the consignment note',
    'Votre code pour la lettre de voiture',
    'Ihr Code für den Frachtbrief',
    'O seu código para a declaração de expedição',
    'Il suo codice per la lettera di vettura',
  ],
  text: [
    ({ code, number, minutes }) =>
      `Hola:\n\nSu código para la carta de porte ${number} es ${code}. Es válido durante ${minutes} minutos, una sola vez.\n\nSi no lo ha pedido usted, ignore este mensaje y no dé el código a nadie.\n`,
    ({ code, number, minutes }) =>
      `Hello,\n\nYour code for consignment note ${number} is ${code}. It is valid once, for ${minutes} minutes.\n\nIf you did not ask for it, ignore this message and do not give the code to anyone.\n`,
    ({ code, number, minutes }) =>
      `Bonjour,\n\nVotre code pour la lettre de voiture ${number} est ${code}. Il est valable une seule fois, pendant ${minutes} minutes.\n\nSi vous ne l’avez pas demandé, ignorez ce message et ne donnez le code à personne.\n`,
    ({ code, number, minutes }) =>
      `Guten Tag,\n\nIhr Code für den Frachtbrief ${number} lautet ${code}. Er gilt einmal, ${minutes} Minuten lang.\n\nWenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht und geben Sie den Code nicht weiter.\n`,
    ({ code, number, minutes }) =>
      `Olá,\n\nO seu código para a declaração de expedição ${number} é ${code}. É válido uma só vez, durante ${minutes} minutos.\n\nSe não o pediu, ignore esta mensagem e não dê o código a ninguém.\n`,
    ({ code, number, minutes }) =>
      `Buongiorno,\n\nIl suo codice per la lettera di vettura ${number} è ${code}. È valido una sola volta, per ${minutes} minuti.\n\nSe non l’ha richiesto, ignori questo messaggio e non dia il codice a nessuno.\n`,
  ],
} satisfies { readonly subject: InSix; readonly text: Sentences<CodeFacts>['text'] })

/** Invites a person to sign; the link in it is a secret. */
export function invitationMessage(facts: InvitationFacts, language: DocumentLanguage): Words {
  const said = { ...facts, until: inWords(facts.until, language) }
  const { subject, text } = invitations[language]
  const { driverUrl } = facts
  const more = driverUrl === undefined ? '' : `\n${onTheWay[language].text(driverUrl)}`
  return { subject: subject(said), text: `${text(said)}${more}` }
}

/** A code to sign with, or to open the driver’s page. It stands in the text alone: mail servers log subjects. */
export function codeMessage(facts: CodeFacts, language: DocumentLanguage): Words {
  const { subject, text } = codes[language]
  return { subject, text: text(facts) }
}
