import type { ReadMeTexts } from './read-me-texts.js'

export const english: ReadMeTexts = {
  title: 'Verifiable proof of consignment note {number}',
  test: 'This is a TEST: the note was made with a test key. There is no such carriage, and neither the note nor this proof has any legal effect.',
  about: [
    'This file proves what consignment note {number} said at version {version}. It can be checked without a network, without the service that made it, and without trusting it: with the program verify.mjs, or with the public tools below.',
    'The service records every event in one log and signs the state of this log as a checkpoint: here {size} events, {at}.',
  ],
  proves: {
    heading: 'What can be concluded when every check holds',
    points: [
      'Either party: exactly these events, in this order, were recorded for the note up to version {version}, and were in the log when the checkpoint was made. None has been changed, dropped or inserted since.',
      'Either party: note.json follows from these events, and the files in documents/ are the ones that were issued. The values in disclosures.json are the ones that were recorded.',
      'The party that gets this file from the other one: it cannot have been edited. The checkpoint (size and root) also stands at the foot of documents and in notifications that you have received; two parties that have been shown different logs can show it by them.',
      'An expert or a court: the events existed before the instant of the checkpoint as the service states it; with checkpoint.tsr before the instant that an independent authority states; with the signature of a witness before the one that the witness states.',
    ],
  },
  provesNot: {
    heading: 'What cannot be concluded',
    points: [
      'That what people entered was true, or that a person was who they said they were.',
      'That nothing happened afterwards. An event recorded later is not in this file: ask for a newer one, or for the note at a later checkpoint.',
      'Anything about personal values that have been erased: the event is proved, its erased values can no longer be read.',
      'Anything at all when the key comes from this file only: a forger signs a forged log with a key of their own.',
    ],
  },
  keys: {
    heading: 'Where to get the keys',
    points: [
      'keys.txt names them. Compare them with what is published at {site}/.well-known/ecmr-log, with what you or the other party noted earlier, and ask the witnesses for theirs yourself.',
    ],
  },
  checking: {
    heading: 'How to check it',
    points: [
      'Unpack the file in an empty folder and run these commands there. They need a POSIX shell and OpenSSL 3.',
    ],
  },
  steps: {
    files: 'The files are those that the manifest names (each line must end in OK):',
    key: 'The key of the log, as you got it elsewhere:',
    signatures:
      'The manifest and the checkpoint are signed with it (twice: Signature Verified Successfully):',
    chain:
      'Each event has its hash and names the one before it (the hashes computed must be the hash of each line, and the prev_hash of the next one):',
    tree: 'The last event is in the tree of the checkpoint (Go and golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev; the program is published with the source as test/evidence/verify.go):',
    timestamp: 'The time stamp (RFC 3161), with the certificate of the authority that made it:',
    program:
      'All of it at once, with Node.js 20 or later, or on the page {site}/verificar, which sends nothing:',
  },
}
