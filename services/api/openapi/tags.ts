/** What the groups of operations are about, in the order of the documentation. */
export const tags = [
  { name: 'Consignment notes', description: 'Create, read, change, sign and cancel consignment notes' },
  {
    name: 'Registers',
    description: 'Parties, drivers, vehicles and templates that new notes take values from',
  },
  { name: 'Documents', description: 'PDFs of notes with a public address, and readings of paper' },
  { name: 'Attachments', description: 'Pictures and PDFs that are added to notes' },
  { name: 'Changes', description: 'What happened to notes, one by one or as a feed' },
  { name: 'Evidence', description: 'Proofs of notes, and the log that they are verified against' },
  { name: 'Tracking', description: 'What anyone may see who has the number of a note' },
  { name: 'Webhooks', description: 'Where notifications are sent, and what became of them' },
  { name: 'Usage', description: 'What your key may do, what your company uses, and its limits' },
  { name: 'Service', description: 'State of the service' },
  { name: 'Notifications', description: 'What your webhooks receive' },
]
