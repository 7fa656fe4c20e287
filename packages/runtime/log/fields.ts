/** What a field of a line of the log holds. */
interface LogField {
  readonly type: 'text' | 'number' | 'boolean' | 'object' | 'list of texts'
  readonly about: string
}

/** The fields that every line has. pino writes them. */
export const FIELDS_OF_EVERY_LINE = {
  level: { type: 'number', about: '10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal' },
  time: { type: 'number', about: 'When, milliseconds since 1970' },
  pid: { type: 'number', about: 'Process' },
  hostname: { type: 'text', about: 'Machine or container' },
  name: { type: 'text', about: 'Service: `api`, `panel`, `mcp`, `relay` …, or `ecmr` for all in one' },
  msg: { type: 'text', about: 'What happened, in words that do not change with whom it concerns' },
} as const satisfies Record<string, LogField>

/** The fields that a line may have besides. None is for what a person, a company or a document is called. */
export const LOG_FIELDS: Readonly<Record<string, LogField>> = {
  about: { type: 'text', about: 'What of the evidence is meant: log, tree, witness, checkpoints …' },
  attachment_id: { type: 'text', about: 'Attachment of a note' },
  attempt: { type: 'number', about: 'Which try of a job this was' },
  backup_id: { type: 'text', about: 'Backup, as `ecmr backup list` names it' },
  bytes: { type: 'number', about: 'Size of what was read, or of what a backup has written' },
  code: { type: 'text', about: 'Error code that the caller was answered' },
  company_id: { type: 'text', about: 'Company' },
  companies: { type: 'number', about: 'How many companies it concerns' },
  consumer: { type: 'text', about: 'Who takes events from the broker' },
  deleted: {
    type: 'object',
    about: 'How many rows of each kind were deleted, and the longest batch in milliseconds',
  },
  document_id: { type: 'text', about: 'Document of a note' },
  document_type: { type: 'text', about: 'Kind of paper that was recognised' },
  documents: { type: 'number', about: 'How many documents, attachments included' },
  doubtful: { type: 'number', about: 'Values read that need a look' },
  ecmr_id: { type: 'text', about: 'Consignment note' },
  err: {
    type: 'object',
    about: 'Error: `type`, `message`, `stack`, `code`; without values of rows or requests',
  },
  event_id: { type: 'text', about: 'Event of the log' },
  event_type: { type: 'text', about: 'Type of the event' },
  events: { type: 'number', about: 'How many events' },
  fields: { type: 'number', about: 'How many values were read' },
  files: { type: 'number', about: 'How many files were given' },
  height: { type: 'number', about: 'Height of the first picture, pixels' },
  is_gone: { type: 'boolean', about: 'Whether the bytes were there no more' },
  links: { type: 'number', about: 'How many addresses or links' },
  method: { type: 'text', about: 'Method of the request' },
  ms: { type: 'number', about: 'How long it took, milliseconds' },
  nats_sequence: { type: 'number', about: 'Place of a message in the stream of NATS' },
  nats_stream: { type: 'text', about: 'Stream of NATS' },
  nats_subject: { type: 'text', about: 'Subject of a message of NATS' },
  notices: { type: 'number', about: 'How many notices' },
  oldest_ms: { type: 'number', about: 'How long the oldest of them waits, milliseconds' },
  outcome: { type: 'text', about: 'How it ended, as metrics name it' },
  pages: { type: 'number', about: 'How many pages' },
  place: { type: 'text', about: 'Where backups are kept' },
  position: { type: 'text', about: 'Place in the event log' },
  problem: { type: 'text', about: 'What does not work, in a sentence' },
  problems: { type: 'list of texts', about: 'What keeps the process from being ready, in sentences' },
  projection: { type: 'text', about: 'Read model' },
  protection: { type: 'object', about: 'What child processes are kept from' },
  provider: { type: 'text', about: 'Who read a document: `tesseract` or `gemini`' },
  purpose: { type: 'text', about: 'What child processes are for' },
  reason: { type: 'text', about: 'Why, in a few words' },
  removed: { type: 'number', about: 'How many old backups were removed' },
  replay_id: { type: 'text', about: 'Replay of webhooks' },
  request_id: { type: 'text', about: 'Request; the answer has the same in `x-request-id` or in its problem' },
  route: { type: 'text', about: 'Address of the request as a pattern, such as `/api/ecmrs/:id`' },
  set_aside: { type: 'number', about: 'How many were set aside' },
  sha256: { type: 'text', about: 'SHA-256 of a document' },
  status: { type: 'number', about: 'Status of the answer' },
  stream: { type: 'text', about: 'Stream of the event log' },
  task: { type: 'text', about: 'Job of a child process' },
  template: { type: 'text', about: 'Kind of document that was rendered' },
  trace_id: {
    type: 'text',
    about:
      'Trace of the request that the line is about, where requests are traced (`OTEL_EXPORTER_OTLP_ENDPOINT`)',
  },
  unknown_fields: {
    type: 'list of texts',
    about: 'Names of fields that this table does not have; they were left out',
  },
  variables: { type: 'list of texts', about: 'Names of environment variables' },
  waiting: { type: 'number', about: 'How many wait' },
  why: { type: 'text', about: 'Why bytes were removed: `not_recorded`, `withdrawn` or `erased`' },
  width: { type: 'number', about: 'Width of the first picture, pixels' },
}
