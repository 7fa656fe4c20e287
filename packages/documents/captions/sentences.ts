import { inSix } from '@ecmr/contract'

/** What the document is in law. It informs; nothing here certifies anything. */
export const sentences = inSix({
  // CMR 6.1.k
  subject_to_cmr: [
    'Este transporte queda sometido, no obstante toda cláusula contraria, al Convenio relativo al Contrato de Transporte Internacional de Mercancías por Carretera (CMR).',
    'This carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).',
    'Ce transport est soumis, nonobstant toute clause contraire, à la Convention relative au contrat de transport international de marchandises par route (CMR).',
    'Diese Beförderung unterliegt trotz einer gegenteiligen Abmachung den Bestimmungen des Übereinkommens über den Beförderungsvertrag im internationalen Straßengüterverkehr (CMR).',
    'Este transporte fica sujeito, não obstante qualquer cláusula em contrário, à Convenção relativa ao Contrato de Transporte Internacional de Mercadorias por Estrada (CMR).',
    'Questo trasporto è soggetto, nonostante ogni clausola contraria, alla Convenzione relativa al contratto di trasporto internazionale di merci su strada (CMR).',
  ],
  subject_to_cmr_abroad: [
    'Si la recogida y la entrega están en países distintos, este transporte queda sometido, no obstante toda cláusula contraria, al Convenio relativo al Contrato de Transporte Internacional de Mercancías por Carretera (CMR).',
    'If pickup and delivery are in different countries, this carriage is subject, notwithstanding any clause to the contrary, to the Convention on the Contract for the International Carriage of Goods by Road (CMR).',
    'Si la prise en charge et la livraison ont lieu dans des pays différents, ce transport est soumis, nonobstant toute clause contraire, à la Convention relative au contrat de transport international de marchandises par route (CMR).',
    'Liegen Übernahme und Ablieferung in verschiedenen Ländern, unterliegt diese Beförderung trotz einer gegenteiligen Abmachung den Bestimmungen des Übereinkommens über den Beförderungsvertrag im internationalen Straßengüterverkehr (CMR).',
    'Se o carregamento e a entrega se situarem em países diferentes, este transporte fica sujeito, não obstante qualquer cláusula em contrário, à Convenção relativa ao Contrato de Transporte Internacional de Mercadorias por Estrada (CMR).',
    'Se il carico e la riconsegna avvengono in paesi diversi, questo trasporto è soggetto, nonostante ogni clausola contraria, alla Convenzione relativa al contratto di trasporto internazionale di merci su strada (CMR).',
  ],
  not_subject_to_cmr: [
    'El transporte descrito no cruza ninguna frontera: el Convenio CMR no se le aplica por sí mismo (CMR, art. 1).',
    'The carriage described crosses no border: the CMR Convention does not apply to it by itself (CMR art. 1).',
    'Le transport décrit ne franchit aucune frontière : la Convention CMR ne s’y applique pas d’elle-même (CMR, art. 1).',
    'Die beschriebene Beförderung überschreitet keine Grenze: das CMR gilt für sie nicht von selbst (CMR Art. 1).',
    'O transporte descrito não atravessa nenhuma fronteira: a Convenção CMR não se lhe aplica por si só (CMR, art. 1).',
    'Il trasporto descritto non attraversa alcuna frontiera: la Convenzione CMR non vi si applica di per sé (CMR, art. 1).',
  ],
  about_cmr: [
    'Carta de porte electrónica: Convenio CMR, arts. 4 a 6, y su Protocolo Adicional de 2008. Los datos proceden del registro de la plataforma y van adjuntos a este archivo. Es información, no una certificación.',
    'Electronic consignment note: CMR Convention, arts. 4 to 6, and its Additional Protocol of 2008. The data come from the record of the platform and are attached to this file. This is information, no certification.',
    'Lettre de voiture électronique : Convention CMR, art. 4 à 6, et son Protocole additionnel de 2008. Les données proviennent du registre de la plate-forme et sont jointes à ce fichier. Ceci est une information, non une certification.',
    'Elektronischer Frachtbrief: CMR Art. 4 bis 6 und Zusatzprotokoll von 2008. Die Daten stammen aus den Aufzeichnungen der Plattform und sind dieser Datei beigefügt. Dies ist eine Auskunft, keine Beglaubigung.',
    'Declaração de expedição eletrónica: Convenção CMR, arts. 4.º a 6.º, e o seu Protocolo Adicional de 2008. Os dados provêm do registo da plataforma e estão anexos a este ficheiro. É informação, não uma certificação.',
    'Lettera di vettura elettronica: Convenzione CMR, artt. 4-6, e relativo Protocollo addizionale del 2008. I dati provengono dal registro della piattaforma e sono allegati a questo file. È un’informazione, non una certificazione.',
  ],
  about_deca: [
    'Documento de control de la Orden FOM/2861/2012, art. 6, en la forma de la Resolución de 5 de junio de 2026 (BOE-A-2026-12784). Los datos proceden del registro de la plataforma y van adjuntos a este archivo. Es información, no una certificación.',
    'Control document under Orden FOM/2861/2012 art. 6, in the form of the Resolution of 5 June 2026 (BOE-A-2026-12784). The data come from the record of the platform and are attached to this file. This is information, no certification.',
    'Document de contrôle de l’Orden FOM/2861/2012, art. 6, dans la forme de la Résolution du 5 juin 2026 (BOE-A-2026-12784). Les données proviennent du registre de la plate-forme et sont jointes à ce fichier. Ceci est une information, non une certification.',
    'Kontrolldokument nach Orden FOM/2861/2012 Art. 6 in der Form der Entschließung vom 5. Juni 2026 (BOE-A-2026-12784). Die Daten stammen aus den Aufzeichnungen der Plattform und sind dieser Datei beigefügt. Dies ist eine Auskunft, keine Beglaubigung.',
    'Documento de controlo da Orden FOM/2861/2012, art. 6.º, na forma da Resolução de 5 de junho de 2026 (BOE-A-2026-12784). Os dados provêm do registo da plataforma e estão anexos a este ficheiro. É informação, não uma certificação.',
    'Documento di controllo della Orden FOM/2861/2012, art. 6, nella forma della Risoluzione del 5 giugno 2026 (BOE-A-2026-12784). I dati provengono dal registro della piattaforma e sono allegati a questo file. È un’informazione, non una certificazione.',
  ],
  attached_record: [
    'Datos de la carta de porte',
    'Data of the consignment note',
    'Données de la lettre de voiture',
    'Daten des Frachtbriefs',
    'Dados da declaração de expedição',
    'Dati della lettera di vettura',
  ],
  attached_history: [
    'Historial hasta esta versión, un suceso por línea',
    'History up to this version, one event a line',
    'Historique jusqu’à cette version, un événement par ligne',
    'Verlauf bis zu dieser Fassung, ein Ereignis je Zeile',
    'Histórico até esta versão, um evento por linha',
    'Cronologia fino a questa versione, un evento per riga',
  ],
  attached_proof: [
    'Prueba de que el último suceso está en el registro (c2sp.org/tlog-proof)',
    'Proof that the last event is in the event log (c2sp.org/tlog-proof)',
    'Preuve que le dernier événement est dans le journal (c2sp.org/tlog-proof)',
    'Nachweis, dass das letzte Ereignis im Protokoll steht (c2sp.org/tlog-proof)',
    'Prova de que o último acontecimento está no registo (c2sp.org/tlog-proof)',
    'Prova che l’ultimo evento è nel registro (c2sp.org/tlog-proof)',
  ],
})
