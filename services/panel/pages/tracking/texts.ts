import { type InSix, inSix, type SixTable } from '@ecmr/contract'
import { type DocumentLanguage, type Role, type Status, statusLabel } from '@ecmr/domain'
import type { Milestone } from '@ecmr/read-models'

/** What public tracking says, to readers of six languages. */
export const trackingTexts = inSix({
  title: ['Seguimiento', 'Tracking', 'Suivi', 'Sendungsverfolgung', 'Seguimento', 'Tracciamento'],
  about: [
    'Escriba el número de la carta de porte para saber dónde está el envío.',
    'Enter the consignment note number to see where the shipment is.',
    'Saisissez le numéro de la lettre de voiture pour savoir où se trouve l’envoi.',
    'Geben Sie die Frachtbriefnummer ein, um zu sehen, wo sich die Sendung befindet.',
    'Introduza o número da declaração de expedição para saber onde está o envio.',
    'Inserisca il numero della lettera di vettura per sapere dove si trova la spedizione.',
  ],
  number: [
    'Número de la carta de porte',
    'Consignment note number',
    'Numéro de la lettre de voiture',
    'Frachtbriefnummer',
    'Número da declaração de expedição',
    'Numero della lettera di vettura',
  ],
  hint: [
    'Por ejemplo, ECMR-2026-7F3K9QZ2M-X. Puede escribirlo en minúsculas y sin guiones.',
    'For example, ECMR-2026-7F3K9QZ2M-X. Capitals and dashes do not matter.',
    'Par exemple, ECMR-2026-7F3K9QZ2M-X. Majuscules et tirets sont facultatifs.',
    'Zum Beispiel ECMR-2026-7F3K9QZ2M-X. Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.',
    'Por exemplo, ECMR-2026-7F3K9QZ2M-X. Pode escrever em minúsculas e sem hífenes.',
    'Ad esempio ECMR-2026-7F3K9QZ2M-X. Maiuscole e trattini non contano.',
  ],
  find: ['Buscar', 'Find', 'Rechercher', 'Suchen', 'Procurar', 'Cerca'],
  noNumber: [
    'Escriba el número de la carta de porte.',
    'Enter the consignment note number.',
    'Saisissez le numéro de la lettre de voiture.',
    'Geben Sie die Frachtbriefnummer ein.',
    'Introduza o número da declaração de expedição.',
    'Inserisca il numero della lettera di vettura.',
  ],
  notANumber: [
    'No es un número de carta de porte: empieza por ECMR y siguen el año y diez letras o cifras.',
    'This is not a consignment note number: it starts with ECMR, followed by the year and ten letters or digits.',
    'Ce n’est pas un numéro de lettre de voiture : il commence par ECMR, suivi de l’année et de dix lettres ou chiffres.',
    'Das ist keine Frachtbriefnummer: Sie beginnt mit ECMR, danach folgen das Jahr und zehn Buchstaben oder Ziffern.',
    'Não é um número de declaração de expedição: começa por ECMR, seguido do ano e de dez letras ou algarismos.',
    'Non è un numero di lettera di vettura: inizia con ECMR, seguito dall’anno e da dieci lettere o cifre.',
  ],
  wrongCheck: [
    'El número tiene un error: el último carácter es de control y no cuadra con los demás.',
    'The number is mistyped: its last character is a check digit and does not match.',
    'Le numéro contient une erreur : le dernier caractère, de contrôle, ne correspond pas.',
    'Die Nummer enthält einen Fehler: Das letzte Zeichen ist eine Prüfziffer und passt nicht.',
    'O número tem um erro: o último carácter, de controlo, não corresponde.',
    'Il numero contiene un errore: l’ultimo carattere, di controllo, non corrisponde.',
  ],
  unknownTitle: [
    'No hay ningún envío con este número',
    'No shipment with this number',
    'Aucun envoi avec ce numéro',
    'Keine Sendung mit dieser Nummer',
    'Não há nenhum envio com este número',
    'Nessuna spedizione con questo numero',
  ],
  unknown: [
    'Compruebe el número o pídaselo al remitente.',
    'Check the number, or ask the sender for it.',
    'Vérifiez le numéro ou demandez-le à l’expéditeur.',
    'Prüfen Sie die Nummer oder fragen Sie den Absender danach.',
    'Verifique o número ou peça-o ao expedidor.',
    'Controlli il numero o lo chieda al mittente.',
  ],
  notYetTitle: [
    'Aún no se sabe si hay un envío con este número',
    'This shipment may not be available yet',
    'Cet envoi n’est peut-être pas encore disponible',
    'Diese Sendung ist möglicherweise noch nicht verfügbar',
    'Este envio pode ainda não estar disponível',
    'Questa spedizione potrebbe non essere ancora disponibile',
  ],
  notYet: [
    'El seguimiento va con retraso en este momento. Vuelva a intentarlo en unos segundos.',
    'Tracking is delayed at the moment. Try again in a few seconds.',
    'Le suivi a du retard en ce moment. Réessayez dans quelques secondes.',
    'Die Sendungsverfolgung ist gerade verzögert. Versuchen Sie es in einigen Sekunden erneut.',
    'O seguimento está atrasado neste momento. Tente novamente dentro de alguns segundos.',
    'Il tracciamento è in ritardo in questo momento. Riprovi tra qualche secondo.',
  ],
  shipment: ['Envío', 'Shipment', 'Envoi', 'Sendung', 'Envio', 'Spedizione'],
  from: ['Recogida', 'Pickup', 'Enlèvement', 'Abholung', 'Recolha', 'Ritiro'],
  to: ['Entrega', 'Delivery', 'Livraison', 'Zustellung', 'Entrega', 'Consegna'],
  planned: ['Prevista', 'Planned', 'Prévue', 'Geplant', 'Prevista', 'Prevista'],
  stated: [
    'hora declarada; registrada el',
    'time as stated; recorded on',
    'heure déclarée ; enregistrée le',
    'angegebene Zeit; erfasst am',
    'hora declarada; registada em',
    'ora dichiarata; registrata il',
  ],
  actual: ['Entregada', 'Delivered', 'Livrée', 'Zugestellt', 'Entregue', 'Consegnata'],
  notPlanned: [
    'sin fecha prevista',
    'no planned date',
    'sans date prévue',
    'kein geplantes Datum',
    'sem data prevista',
    'senza data prevista',
  ],
  milestones: ['Recorrido', 'Progress', 'Étapes', 'Verlauf', 'Percurso', 'Avanzamento'],
  signatures: ['Firmas', 'Signatures', 'Signatures', 'Unterschriften', 'Assinaturas', 'Firme'],
  unsigned: [
    'Aún no hay firmas.',
    'No signatures yet.',
    'Aucune signature pour l’instant.',
    'Noch keine Unterschriften.',
    'Ainda não há assinaturas.',
    'Ancora nessuna firma.',
  ],
  outdated: [
    '(antes de un cambio posterior; falta que vuelva a firmar)',
    '(before a later change; has not signed again)',
    '(avant une modification ; nouvelle signature attendue)',
    '(vor einer späteren Änderung; neue Unterschrift steht aus)',
    '(antes de uma alteração posterior; falta voltar a assinar)',
    '(prima di una modifica successiva; manca una nuova firma)',
  ],
  test: [
    'Es una carta de porte de prueba: no hay ningún envío real y no tiene efecto legal.',
    'This is a test note: there is no real shipment, and it has no legal effect.',
    'Lettre de voiture de test : il n’y a pas d’envoi réel et elle n’a aucun effet juridique.',
    'Dies ist ein Test-Frachtbrief: Es gibt keine echte Sendung, und er hat keine rechtliche Wirkung.',
    'É uma declaração de teste: não há nenhum envio real e não tem efeito legal.',
    'È una lettera di vettura di prova: non c’è alcuna spedizione reale e non ha effetti legali.',
  ],
  incidentOpen: [
    'Hay una incidencia abierta en este envío.',
    'There is an open incident on this shipment.',
    'Un incident est en cours sur cet envoi.',
    'Zu dieser Sendung gibt es eine offene Störung.',
    'Há uma ocorrência em aberto neste envio.',
    'C’è un’anomalia aperta su questa spedizione.',
  ],
  cancelled: ['Anulada', 'Cancelled', 'Annulée', 'Storniert', 'Anulada', 'Annullata'],
  cancelledSentence: [
    'Esta carta de porte está anulada.',
    'This consignment note is cancelled.',
    'Cette lettre de voiture est annulée.',
    'Dieser Frachtbrief ist storniert.',
    'Esta declaração de expedição está anulada.',
    'Questa lettera di vettura è annullata.',
  ],
  updated: [
    'Último cambio:',
    'Last updated:',
    'Dernière mise à jour :',
    'Letzte Änderung:',
    'Última atualização:',
    'Ultimo aggiornamento:',
  ],
  times: [
    'Horas de España peninsular (Europe/Madrid).',
    'Times are in mainland Spain time (Europe/Madrid).',
    'Heures d’Espagne péninsulaire (Europe/Madrid).',
    'Uhrzeiten des spanischen Festlands (Europe/Madrid).',
    'Horas de Espanha peninsular (Europe/Madrid).',
    'Orari della Spagna peninsulare (Europe/Madrid).',
  ],
  another: [
    'Buscar otro envío',
    'Find another shipment',
    'Rechercher un autre envoi',
    'Andere Sendung suchen',
    'Procurar outro envio',
    'Cerca un’altra spedizione',
  ],
  logo: [
    'Logotipo de la empresa que lleva este envío',
    'Logo of the company managing this shipment',
    'Logo de l’entreprise qui gère cet envoi',
    'Logo des Unternehmens, das diese Sendung verwaltet',
    'Logótipo da empresa que gere este envio',
    'Logo dell’azienda che gestisce questa spedizione',
  ],
  languages: ['Idioma', 'Language', 'Langue', 'Sprache', 'Idioma', 'Lingua'],
})

/** What happened on the way. */
export const stepTexts = inSix({
  created: [
    'Carta de porte creada',
    'Consignment note created',
    'Lettre de voiture créée',
    'Frachtbrief erstellt',
    'Declaração de expedição criada',
    'Lettera di vettura creata',
  ],
  assigned: [
    'Transportista asignado',
    'Carrier assigned',
    'Transporteur désigné',
    'Frachtführer beauftragt',
    'Transportador atribuído',
    'Vettore assegnato',
  ],
  taken_over: [
    'Mercancía recogida',
    'Goods picked up',
    'Marchandise prise en charge',
    'Ware übernommen',
    'Mercadoria recolhida',
    'Merce ritirata',
  ],
  vehicle_changed: [
    'Cambio de vehículo',
    'Vehicle changed',
    'Changement de véhicule',
    'Fahrzeugwechsel',
    'Mudança de veículo',
    'Cambio di veicolo',
  ],
  signed: ['Firmada', 'Signed', 'Signée', 'Unterschrieben', 'Assinada', 'Firmata'],
  incident: ['Incidencia', 'Incident', 'Incident', 'Störung', 'Ocorrência', 'Anomalia'],
  resolved: [
    'Incidencia resuelta',
    'Incident resolved',
    'Incident résolu',
    'Störung behoben',
    'Ocorrência resolvida',
    'Anomalia risolta',
  ],
  delivered: ['Entregada', 'Delivered', 'Livrée', 'Zugestellt', 'Entregue', 'Consegnata'],
  delivery_reverted: [
    'Entrega retirada: se registró por error',
    'Delivery taken back: it was recorded by mistake',
    'Livraison annulée : elle avait été enregistrée par erreur',
    'Zustellung zurückgenommen: Sie wurde irrtümlich erfasst',
    'Entrega retirada: foi registada por engano',
    'Consegna annullata: era stata registrata per errore',
  ],
  cancelled: [
    'Carta de porte anulada',
    'Consignment note cancelled',
    'Lettre de voiture annulée',
    'Frachtbrief storniert',
    'Declaração de expedição anulada',
    'Lettera di vettura annullata',
  ],
} satisfies SixTable<Milestone['type']>)

/** What is still to come. */
export const plannedTexts = inSix({
  taken_over: [
    'Recogida prevista',
    'Planned pickup',
    'Enlèvement prévu',
    'Geplante Abholung',
    'Recolha prevista',
    'Ritiro previsto',
  ],
  delivered: [
    'Entrega prevista',
    'Planned delivery',
    'Livraison prévue',
    'Geplante Zustellung',
    'Entrega prevista',
    'Consegna prevista',
  ],
})

/** Who has signed. */
export const signedTexts = inSix({
  sender: [
    'Firmada por el remitente',
    'Signed by the sender',
    'Signée par l’expéditeur',
    'Vom Absender unterschrieben',
    'Assinada pelo expedidor',
    'Firmata dal mittente',
  ],
  carrier: [
    'Firmada por el transportista',
    'Signed by the carrier',
    'Signée par le transporteur',
    'Vom Frachtführer unterschrieben',
    'Assinada pelo transportador',
    'Firmata dal vettore',
  ],
  receiver: [
    'Firmada por el destinatario',
    'Signed by the receiver',
    'Signée par le destinataire',
    'Vom Empfänger unterschrieben',
    'Assinada pelo destinatário',
    'Firmata dal destinatario',
  ],
} satisfies SixTable<Role>)

const statusTexts = inSix({
  draft: status('draft', 'Brouillon', 'Entwurf', 'Rascunho', 'Bozza'),
  assigned: status('assigned', 'Attribuée', 'Beauftragt', 'Atribuída', 'Assegnata'),
  in_transit: status('in_transit', 'En transit', 'Unterwegs', 'Em trânsito', 'In transito'),
  delivered: status('delivered', 'Livrée', 'Zugestellt', 'Entregue', 'Consegnata'),
  incident: status('incident', 'Incident', 'Störung', 'Ocorrência', 'Anomalia'),
} satisfies SixTable<Status>)

/** Spanish and English are those of the rest of the service. */
function status(name: Status, fr: string, de: string, pt: string, it: string): InSix {
  return [statusLabel(name, 'es'), statusLabel(name, 'en'), fr, de, pt, it]
}

/** Where the shipment stands, in words. */
export function statusSaid(name: Status, language: DocumentLanguage): string {
  return statusTexts[language][name]
}
