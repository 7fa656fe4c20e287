import type { ReadMeTexts } from './read-me-texts.js'

export const italian: ReadMeTexts = {
  title: 'Prova verificabile della lettera di vettura {number}',
  test: 'Questa è una PROVA: la lettera di vettura è stata creata con una chiave di prova. Tale trasporto non esiste, e né la lettera né questa attestazione hanno effetto legale.',
  about: [
    'Questo file prova che cosa diceva la lettera di vettura {number} alla versione {version}. Si può verificare senza rete, senza il servizio che l’ha prodotto e senza fidarsi di esso: con il programma verify.mjs o con gli strumenti pubblici indicati sotto.',
    'Il servizio annota ogni evento in un unico registro e firma lo stato di questo registro come punto di controllo: qui {size} eventi, {at}.',
  ],
  proves: {
    heading: 'Che cosa si può concludere se tutte le verifiche riescono',
    points: [
      'Ciascuna delle parti: esattamente questi eventi, in quest’ordine, sono stati annotati per la lettera fino alla versione {version} ed erano nel registro quando è stato fatto il punto di controllo. Da allora nessuno è stato cambiato, tolto o inserito.',
      'Ciascuna delle parti: note.json deriva da questi eventi, e i file in documents/ sono quelli emessi. I valori in disclosures.json sono quelli annotati.',
      'La parte che riceve questo file dall’altra: non può essere stato ritoccato. Il punto di controllo (dimensione e radice) figura anche a piè dei documenti e nelle notifiche ricevute; due parti a cui sono stati mostrati registri diversi possono così dimostrarlo.',
      'Un perito o un tribunale: gli eventi esistevano prima dell’istante del punto di controllo secondo il servizio; con checkpoint.tsr, prima dell’istante dichiarato da un’autorità indipendente; con la firma di un testimone, prima di quello che dichiara il testimone.',
    ],
  },
  provesNot: {
    heading: 'Che cosa non si può concludere',
    points: [
      'Che quanto è stato scritto fosse vero, né che una persona fosse chi diceva di essere.',
      'Che dopo non sia successo nulla. Un evento annotato più tardi non è in questo file: chiedetene uno più recente.',
      'Nulla sui dati personali cancellati: l’evento è provato, i suoi valori cancellati non si possono più leggere.',
      'Assolutamente nulla se la chiave viene solo da questo file: chi falsifica un registro lo firma con una chiave propria.',
    ],
  },
  keys: {
    heading: 'Dove ottenere le chiavi',
    points: [
      'keys.txt le indica. Confrontatele con quanto è pubblicato su {site}/.well-known/ecmr-log e con quanto voi o l’altra parte avete annotato prima, e chiedete voi stessi ai testimoni le loro.',
    ],
  },
  checking: {
    heading: 'Come verificare',
    points: [
      'Decomprimete il file in una cartella vuota ed eseguitevi questi comandi. Servono una shell POSIX e OpenSSL 3.',
    ],
  },
  steps: {
    files: 'I file sono quelli che il manifesto indica (ogni riga deve finire con OK):',
    key: 'La chiave del registro, come l’avete ottenuta altrove:',
    signatures:
      'Il manifesto e il punto di controllo sono firmati con essa (due volte: Signature Verified Successfully):',
    chain:
      'Ogni evento ha il suo hash e indica il precedente (gli hash calcolati devono essere l’hash di ogni riga e il prev_hash della successiva):',
    tree: 'L’ultimo evento è nell’albero del punto di controllo (Go e golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev; il programma è pubblicato con il codice sorgente come test/evidence/verify.go):',
    timestamp: 'La marca temporale (RFC 3161), con il certificato dell’autorità che l’ha fatta:',
    program:
      'Tutto insieme, con Node.js 20 o successivo, o sulla pagina {site}/verificar, che non invia nulla:',
  },
}
