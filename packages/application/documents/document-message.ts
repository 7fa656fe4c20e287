import type { DocumentKind, DocumentLanguage } from '@ecmr/domain'

/** What a message with a document says. */
interface Sent {
  /** the company that sends it */
  readonly by: string
  readonly kind: DocumentKind
  /** of the note */
  readonly number: string
  readonly version: number
  /** public address of the document; absent: it is closed, or cannot be shown */
  readonly url?: string | undefined
}

interface Words {
  readonly kinds: Readonly<Record<DocumentKind, string>>
  readonly hello: string
  readonly sends: (by: string) => string
  readonly version: string
  /** what the address is, which follows */
  readonly address: string
  readonly end: string
}

/** A message with a document, in a language: the file is attached, and the address shows the version in force. */
export function documentMessage(
  { by, kind, number, version, url }: Sent,
  language: DocumentLanguage,
): { readonly subject: string; readonly text: string } {
  const said = words[language]
  const name = said.kinds[kind]
  const document = `${name}\n${number}, ${said.version} ${version}`
  const parts = [said.hello, said.sends(by), document, ...(url ? [said.address, url] : []), said.end]
  return { subject: `${name} ${number}`, text: `${parts.join('\n\n')}\n` }
}

const words: Readonly<Record<DocumentLanguage, Words>> = {
  es: {
    kinds: { cmr: 'Carta de porte CMR', deca: 'Documento de control (DeCA)' },
    hello: 'Hola:',
    sends: (by) => `${by} le envía el documento adjunto:`,
    version: 'versión',
    address:
      'Consulte siempre la versión vigente en esta dirección. Cualquiera que la tenga puede leer el documento:',
    end: 'Mensaje automático. No responda a este correo.',
  },
  en: {
    kinds: { cmr: 'CMR consignment note', deca: 'Control document (DeCA)' },
    hello: 'Hello,',
    sends: (by) => `${by} has sent you the attached document:`,
    version: 'version',
    address: 'The current version is always at this address. Anyone with the address can read the document:',
    end: 'This message was sent automatically. Please do not reply.',
  },
  fr: {
    kinds: { cmr: 'Lettre de voiture CMR', deca: 'Document de contrôle (DeCA)' },
    hello: 'Bonjour,',
    sends: (by) => `${by} vous envoie ce document, joint à ce message :`,
    version: 'version',
    address:
      'La version en vigueur se trouve toujours à cette adresse. Toute personne qui la connaît peut lire le document :',
    end: 'Message automatique : merci de ne pas y répondre.',
  },
  de: {
    kinds: { cmr: 'CMR-Frachtbrief', deca: 'Kontrolldokument (DeCA)' },
    hello: 'Guten Tag,',
    sends: (by) => `${by} sendet Ihnen dieses Dokument, das beigefügt ist:`,
    version: 'Version',
    address: 'Die gültige Version steht immer unter dieser Adresse. Wer sie kennt, kann das Dokument lesen:',
    end: 'Diese Nachricht wurde automatisch versandt. Bitte antworten Sie nicht darauf.',
  },
  pt: {
    kinds: { cmr: 'Declaração de expedição CMR', deca: 'Documento de controlo (DeCA)' },
    hello: 'Olá,',
    sends: (by) => `${by} envia-lhe este documento, que segue em anexo:`,
    version: 'versão',
    address: 'A versão em vigor está sempre neste endereço. Quem o tiver pode ler o documento:',
    end: 'Mensagem automática: não responda.',
  },
  it: {
    kinds: { cmr: 'Lettera di vettura CMR', deca: 'Documento di controllo (DeCA)' },
    hello: 'Buongiorno,',
    sends: (by) => `${by} le invia questo documento, in allegato:`,
    version: 'versione',
    address:
      'La versione in vigore si trova sempre a questo indirizzo. Chi lo conosce può leggere il documento:',
    end: 'Messaggio automatico: non risponda.',
  },
}
