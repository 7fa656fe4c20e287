import { inSix, type SixTable } from '@ecmr/contract'
import type { EcmrFields, Identification, Role, SigningMethod } from '@ecmr/domain'

export const roleNames = inSix({
  sender: ['remitente', 'sender', 'expéditeur', 'Absender', 'expedidor', 'mittente'],
  carrier: ['transportista', 'carrier', 'transporteur', 'Frachtführer', 'transportador', 'vettore'],
  receiver: ['destinatario', 'consignee', 'destinataire', 'Empfänger', 'destinatário', 'destinatario'],
} satisfies SixTable<Role>)

export const methodNames = inSix({
  drawn: ['dibujada', 'drawn', 'dessinée', 'gezeichnet', 'desenhada', 'disegnata'],
  typed: ['nombre escrito', 'typed name', 'nom saisi', 'getippter Name', 'nome escrito', 'nome digitato'],
  api: ['por la API', 'through the API', 'par l’API', 'über die API', 'pela API', 'tramite API'],
} satisfies SixTable<SigningMethod>)

/** How the person who signed was identified. */
export const identificationNames = inSix({
  session: [
    'sesión iniciada',
    'logged in',
    'session ouverte',
    'angemeldet',
    'sessão iniciada',
    'accesso effettuato',
  ],
  api_key: ['clave API', 'API key', 'clé API', 'API-Schlüssel', 'chave API', 'chiave API'],
  mailed_code: [
    'enlace y código enviado por correo',
    'link and mailed code',
    'lien et code envoyé par e-mail',
    'Link und per E-Mail gesandter Code',
    'ligação e código enviado por correio eletrónico',
    'collegamento e codice inviato per posta elettronica',
  ],
  told_code: [
    'enlace y código leído por quien invita',
    'link and code read out by the inviter',
    'lien et code communiqué par l’invitant',
    'Link und vom Einladenden mitgeteilter Code',
    'ligação e código comunicado por quem convida',
    'collegamento e codice comunicato da chi invita',
  ],
} satisfies SixTable<Identification>)

export const transportTypeNames = inSix({
  national: ['nacional', 'national', 'national', 'national', 'nacional', 'nazionale'],
  international: [
    'internacional',
    'international',
    'international',
    'international',
    'internacional',
    'internazionale',
  ],
} satisfies SixTable<NonNullable<EcmrFields['transport_type']>>)

/** Who made a change, by the kind of account: never a person. */
export const actorNames = inSix({
  user: [
    'una persona de la empresa que lleva la carta de porte',
    'a person of the company that keeps the note',
    'une personne de l’entreprise qui tient la lettre de voiture',
    'eine Person des Unternehmens, das den Frachtbrief führt',
    'uma pessoa da empresa que mantém a declaração',
    'una persona dell’impresa che tiene la lettera di vettura',
  ],
  api_key: [
    'el sistema de la empresa que lleva la carta de porte',
    'the system of the company that keeps the note',
    'le système de l’entreprise qui tient la lettre de voiture',
    'das System des Unternehmens, das den Frachtbrief führt',
    'o sistema da empresa que mantém a declaração',
    'il sistema dell’impresa che tiene la lettera di vettura',
  ],
  oauth_grant: [
    'un asistente autorizado por la empresa',
    'an assistant authorised by the company',
    'un assistant autorisé par l’entreprise',
    'ein vom Unternehmen ermächtigter Assistent',
    'um assistente autorizado pela empresa',
    'un assistente autorizzato dall’impresa',
  ],
  signing_link: [
    'una persona invitada a firmar',
    'a person invited to sign',
    'une personne invitée à signer',
    'eine zum Unterschreiben eingeladene Person',
    'uma pessoa convidada a assinar',
    'una persona invitata a firmare',
  ],
  operator: [
    'el operador de la plataforma',
    'the operator of the platform',
    'l’opérateur de la plate-forme',
    'der Betreiber der Plattform',
    'o operador da plataforma',
    'il gestore della piattaforma',
  ],
  system: [
    'la plataforma',
    'the platform',
    'la plate-forme',
    'die Plattform',
    'a plataforma',
    'la piattaforma',
  ],
})
