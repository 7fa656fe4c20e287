import type { ReadMeTexts } from './read-me-texts.js'

export const french: ReadMeTexts = {
  title: 'Preuve vérifiable de la lettre de voiture {number}',
  test: 'Ceci est un ESSAI : la lettre de voiture a été faite avec une clé d’essai. Ce transport n’existe pas, et ni la lettre ni cette preuve n’ont d’effet juridique.',
  about: [
    'Ce fichier prouve ce que disait la lettre de voiture {number} dans sa version {version}. Il se vérifie sans réseau, sans le service qui l’a produit et sans lui faire confiance : avec le programme verify.mjs ou avec les outils publics ci-dessous.',
    'Le service inscrit chaque événement dans un seul journal et signe l’état de ce journal comme point de contrôle : ici {size} événements, {at}.',
  ],
  proves: {
    heading: 'Ce que l’on peut conclure lorsque toutes les vérifications réussissent',
    points: [
      'Chacune des parties : exactement ces événements, dans cet ordre, ont été inscrits pour la lettre jusqu’à la version {version} et se trouvaient dans le journal lors du point de contrôle. Aucun n’a été modifié, retiré ni inséré depuis.',
      'Chacune des parties : note.json découle de ces événements, et les fichiers de documents/ sont ceux qui ont été émis. Les valeurs de disclosures.json sont celles qui ont été inscrites.',
      'La partie qui reçoit ce fichier de l’autre : il ne peut pas avoir été retouché. Le point de contrôle (taille et racine) figure aussi au pied des documents et dans les notifications que vous avez reçues ; deux parties à qui l’on a montré des journaux différents peuvent ainsi le démontrer.',
      'Un expert ou un tribunal : les événements existaient avant l’instant du point de contrôle selon le service ; avec checkpoint.tsr, avant l’instant déclaré par une autorité indépendante ; avec la signature d’un témoin, avant celui que déclare le témoin.',
    ],
  },
  provesNot: {
    heading: 'Ce que l’on ne peut pas conclure',
    points: [
      'Que ce qui a été saisi était vrai, ni qu’une personne était bien celle qu’elle disait être.',
      'Que rien ne s’est passé ensuite. Un événement inscrit plus tard n’est pas dans ce fichier : demandez-en un plus récent.',
      'Rien sur les données personnelles effacées : l’événement est prouvé, ses valeurs effacées ne peuvent plus être lues.',
      'Rien du tout si la clé provient de ce seul fichier : qui falsifie un journal le signe avec sa propre clé.',
    ],
  },
  keys: {
    heading: 'Où obtenir les clés',
    points: [
      'keys.txt les nomme. Comparez-les avec ce qui est publié à {site}/.well-known/ecmr-log et avec ce que vous ou l’autre partie avez noté auparavant, et demandez vous-même les leurs aux témoins.',
    ],
  },
  checking: {
    heading: 'Comment vérifier',
    points: [
      'Décompressez le fichier dans un dossier vide et lancez-y ces commandes. Il faut un interpréteur POSIX et OpenSSL 3.',
    ],
  },
  steps: {
    files: 'Les fichiers sont ceux que nomme le manifeste (chaque ligne doit finir par OK) :',
    key: 'La clé du journal, telle que vous l’avez obtenue ailleurs :',
    signatures:
      'Le manifeste et le point de contrôle sont signés avec elle (deux fois : Signature Verified Successfully) :',
    chain:
      'Chaque événement a son hash et nomme le précédent (les hashs calculés doivent être le hash de chaque ligne et le prev_hash de la suivante) :',
    tree: 'Le dernier événement est dans l’arbre du point de contrôle (Go et golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev ; le programme est publié avec le code source sous test/evidence/verify.go) :',
    timestamp: 'L’horodatage (RFC 3161), avec le certificat de l’autorité qui l’a fait :',
    program:
      'Tout à la fois, avec Node.js 20 ou plus récent, ou sur la page {site}/verificar, qui n’envoie rien :',
  },
}
