import type { ReadMeTexts } from './read-me-texts.js'

export const german: ReadMeTexts = {
  title: 'Prüfbarer Nachweis zum Frachtbrief {number}',
  test: 'Dies ist ein TEST: Der Frachtbrief wurde mit einem Testschlüssel angelegt. Diese Beförderung gibt es nicht, und weder der Frachtbrief noch dieser Nachweis hat rechtliche Wirkung.',
  about: [
    'Diese Datei weist nach, was der Frachtbrief {number} in der Version {version} sagte. Sie lässt sich ohne Netz, ohne den Dienst, der sie gemacht hat, und ohne Vertrauen in ihn prüfen: mit dem Programm verify.mjs oder mit den öffentlichen Werkzeugen weiter unten.',
    'Der Dienst zeichnet jedes Ereignis in einem einzigen Protokoll auf und unterschreibt dessen Stand als Prüfpunkt: hier {size} Ereignisse, {at}.',
  ],
  proves: {
    heading: 'Was folgt, wenn jede Prüfung besteht',
    points: [
      'Jede Partei: Genau diese Ereignisse wurden in dieser Reihenfolge bis zur Version {version} aufgezeichnet und standen im Protokoll, als der Prüfpunkt entstand. Keines wurde seitdem geändert, entfernt oder eingefügt.',
      'Jede Partei: note.json folgt aus diesen Ereignissen, und die Dateien in documents/ sind die ausgestellten. Die Werte in disclosures.json sind die aufgezeichneten.',
      'Die Partei, die diese Datei von der anderen bekommt: Sie kann nicht bearbeitet worden sein. Der Prüfpunkt (Größe und Wurzel) steht auch am Fuß von Dokumenten und in Benachrichtigungen, die Sie erhalten haben; zwei Parteien, denen verschiedene Protokolle gezeigt wurden, können es damit belegen.',
      'Sachverständige und Gerichte: Die Ereignisse gab es vor dem Zeitpunkt des Prüfpunkts, wie der Dienst ihn angibt; mit checkpoint.tsr vor dem Zeitpunkt, den eine unabhängige Stelle angibt; mit der Unterschrift eines Zeugen vor dem, den der Zeuge angibt.',
    ],
  },
  provesNot: {
    heading: 'Was nicht folgt',
    points: [
      'Dass die Angaben stimmten oder dass eine Person die war, als die sie sich ausgab.',
      'Dass danach nichts geschah. Ein später aufgezeichnetes Ereignis steht nicht in dieser Datei: Verlangen Sie eine neuere.',
      'Etwas über gelöschte personenbezogene Werte: Das Ereignis ist nachgewiesen, seine gelöschten Werte sind nicht mehr lesbar.',
      'Überhaupt etwas, wenn der Schlüssel nur aus dieser Datei stammt: Wer ein Protokoll fälscht, unterschreibt es mit einem eigenen.',
    ],
  },
  keys: {
    heading: 'Woher die Schlüssel kommen',
    points: [
      'keys.txt nennt sie. Vergleichen Sie sie mit dem, was unter {site}/.well-known/ecmr-log steht und was Sie oder die andere Partei früher notiert haben, und fragen Sie die Zeugen selbst nach ihren.',
    ],
  },
  checking: {
    heading: 'Wie geprüft wird',
    points: [
      'Entpacken Sie die Datei in einen leeren Ordner und geben Sie dort diese Befehle ein. Nötig sind eine POSIX-Shell und OpenSSL 3.',
    ],
  },
  steps: {
    files: 'Die Dateien sind die, die das Manifest nennt (jede Zeile muss auf OK enden):',
    key: 'Der Schlüssel des Protokolls, wie Sie ihn anderswo bekommen haben:',
    signatures:
      'Das Manifest und der Prüfpunkt sind damit unterschrieben (zweimal: Signature Verified Successfully):',
    chain:
      'Jedes Ereignis hat seinen Hash und nennt das vorige (die berechneten Hashes müssen der hash jeder Zeile und der prev_hash der nächsten sein):',
    tree: 'Das letzte Ereignis ist im Baum des Prüfpunkts (Go und golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev; das Programm ist mit dem Quelltext als test/evidence/verify.go veröffentlicht):',
    timestamp: 'Der Zeitstempel (RFC 3161), mit dem Zertifikat der Stelle, die ihn gemacht hat:',
    program: 'Alles auf einmal, mit Node.js ab 20 oder auf der Seite {site}/verificar, die nichts sendet:',
  },
}
