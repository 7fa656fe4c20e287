/** What the files of one folder may import. Relative imports stay within a package everywhere. */
export interface Rule {
  /** folder; the deepest one that a file lies in counts */
  readonly folder: string
  /** our packages, by the name after `@ecmr/` */
  readonly ours: readonly string[]
  /** our packages from which it may import only types */
  readonly typesOf?: readonly string[]
  /** the only modules of others, when not any */
  readonly othersOnly?: readonly string[]
  /** modules of others that it may not import */
  readonly never?: readonly string[]
  /** exports that it may not import, although it may import their package */
  readonly neverNames?: readonly string[]
}

const PACKAGES = [
  'accounts',
  'application',
  'attachments',
  'backend',
  'backup',
  'broker',
  'contract',
  'document-links',
  'documents',
  'domain',
  'event-store',
  'evidence',
  'mail',
  'ocr',
  'personal-data',
  'postgres',
  'process-pool',
  'projections',
  'read-models',
  'runtime',
  'storage',
  'web',
  'webhooks',
]
const PARTS = ['accounts/oauth', 'backend/migrate', 'ocr/images', 'evidence/verifier', 'webhooks/overview']
const SERVICES = ['api', 'documents-service', 'mcp', 'notifier', 'panel', 'projector', 'relay']
const DRIVERS = ['pg', '@eventstore/db-client', 'nats']
const FASTIFY = ['fastify', '@fastify/*']
const ADAPTERS = ['openPostgresEventStore', 'openEventStoreDb', 'commandHandler']

/** Who may import whom. Whatever is not in this table may import nothing. */
export const RULES: readonly Rule[] = [
  { folder: 'packages/domain', ours: [], othersOnly: ['@sinclair/typebox'] },
  { folder: 'packages/postgres', ours: ['runtime'], never: FASTIFY },
  { folder: 'packages/runtime', ours: [], never: [...DRIVERS, ...FASTIFY] },
  { folder: 'packages/contract', ours: ['domain'], never: [...DRIVERS, ...FASTIFY, 'node:*'] },
  // Published: it stands alone, and runs in browsers.
  { folder: 'packages/client', ours: [], othersOnly: [] },
  {
    folder: 'packages/event-store',
    ours: ['domain', 'runtime'],
    typesOf: ['postgres'],
    never: [...DRIVERS, ...FASTIFY],
  },
  {
    folder: 'packages/event-store/postgres',
    ours: ['domain', 'postgres', 'runtime'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
  },
  {
    folder: 'packages/event-store/eventstoredb',
    ours: ['domain', 'runtime'],
    never: ['pg', 'nats', ...FASTIFY],
  },
  {
    folder: 'packages/projections',
    ours: ['event-store', 'postgres', 'runtime'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
    neverNames: ADAPTERS,
  },
  {
    folder: 'packages/read-models',
    ours: ['domain', 'event-store', 'postgres', 'projections', 'runtime'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
    neverNames: ['decide', ...ADAPTERS],
  },
  {
    folder: 'packages/broker',
    ours: ['domain', 'runtime'],
    typesOf: ['event-store'],
    never: [...DRIVERS, ...FASTIFY],
  },
  { folder: 'packages/broker/nats', ours: ['runtime'], typesOf: ['event-store'], never: ['pg', ...FASTIFY] },
  {
    folder: 'packages/broker/postgres',
    ours: ['event-store', 'postgres', 'runtime'],
    never: ['nats', ...FASTIFY],
  },
  {
    folder: 'packages/application',
    ours: [
      'attachments',
      'contract',
      'document-links',
      'documents',
      'domain',
      'event-store',
      'evidence',
      'mail',
      'personal-data',
      'postgres',
      'projections',
      'read-models',
      'runtime',
      'storage',
    ],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
  },
  {
    folder: 'packages/accounts',
    ours: ['application', 'domain', 'event-store', 'postgres', 'runtime'],
    never: FASTIFY,
    neverNames: ADAPTERS,
  },
  {
    folder: 'packages/accounts/notices',
    ours: ['contract', 'domain', 'mail', 'read-models', 'runtime'],
    typesOf: ['event-store'],
    never: FASTIFY,
  },
  {
    folder: 'packages/webhooks',
    ours: ['accounts', 'application', 'contract', 'domain', 'postgres', 'runtime'],
    typesOf: ['event-store'],
    never: FASTIFY,
  },
  // `accounts/testing`, `ocr/testing` and `postgres/testing` are in no list: they are for tests and the corpus tools.
  {
    folder: 'packages/backend',
    ours: [
      'accounts',
      'application',
      'attachments',
      'document-links',
      'documents',
      'event-store',
      'evidence',
      'mail',
      'ocr',
      'personal-data',
      'postgres',
      'projections',
      'read-models',
      'runtime',
      'storage',
      'web',
      'webhooks',
    ],
    never: [...DRIVERS, ...FASTIFY],
  },
  {
    folder: 'packages/backup',
    ours: ['event-store', 'postgres', 'runtime', 'storage'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
  },
  { folder: 'packages/web', ours: ['contract', 'runtime'], typesOf: ['attachments'], never: DRIVERS },
  {
    folder: 'packages/ocr',
    ours: ['contract', 'domain', 'process-pool', 'process-pool/child', 'runtime'],
    never: [...DRIVERS, ...FASTIFY],
  },
  { folder: 'packages/attachments', ours: ['domain', 'ocr/images'], never: [...DRIVERS, ...FASTIFY] },
  { folder: 'packages/mail', ours: ['domain'], never: [...DRIVERS, ...FASTIFY] },
  { folder: 'packages/process-pool', ours: [], never: [...DRIVERS, ...FASTIFY] },
  { folder: 'packages/storage', ours: ['runtime'], never: [...DRIVERS, ...FASTIFY] },
  {
    folder: 'packages/documents',
    ours: ['contract', 'domain', 'process-pool', 'process-pool/child', 'runtime'],
    never: [...DRIVERS, ...FASTIFY],
  },
  {
    folder: 'packages/document-links',
    ours: ['domain', 'event-store', 'postgres', 'runtime'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
    neverNames: ADAPTERS,
  },
  {
    folder: 'packages/personal-data',
    ours: ['domain', 'event-store', 'postgres', 'runtime'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
    neverNames: ADAPTERS,
  },
  {
    folder: 'packages/evidence',
    ours: ['domain', 'event-store', 'postgres', 'runtime', 'storage'],
    never: ['@eventstore/db-client', 'nats', ...FASTIFY],
    neverNames: ADAPTERS,
  },
  // Pure: what verifies a proof knows no database.
  { folder: 'packages/evidence/tree', ours: [], othersOnly: ['node:*'] },
  { folder: 'packages/evidence/formats', ours: [], othersOnly: ['node:*'] },
  // Goes into every bundle, and runs in browsers; as a program it reads a file.
  {
    folder: 'packages/evidence/verifier',
    ours: [],
    othersOnly: ['node:fs/promises', 'node:util'],
  },
  // It answers while the event log, the broker and the renderer are away.
  {
    folder: 'services/documents',
    ours: ['document-links', 'postgres', 'read-models', 'runtime', 'storage', 'web'],
    never: ['@eventstore/db-client', 'nats'],
    neverNames: ADAPTERS,
  },
  { folder: 'services/api', ours: [...PACKAGES, ...PARTS] },
  {
    folder: 'services/mcp',
    ours: [
      'accounts/oauth',
      'application',
      'domain',
      'contract',
      'ocr',
      'postgres',
      'projections',
      'runtime',
      'read-models',
      'web',
      'webhooks/overview',
    ],
    never: ['@eventstore/db-client', 'nats'],
    // It reads only.
    neverNames: ADAPTERS,
  },
  {
    folder: 'services/reader',
    ours: ['ocr', 'runtime'],
    never: DRIVERS,
  },
  { folder: 'services/panel', ours: [...PACKAGES, ...PARTS] },
  // Runs in browsers.
  { folder: 'services/panel/browser', ours: [], othersOnly: [] },
  { folder: 'services/api/browser', ours: [], othersOnly: [] },
  { folder: 'services/projector', ours: PACKAGES },
  {
    folder: 'services/relay',
    ours: [
      'broker',
      'broker/nats',
      'domain',
      'event-store',
      'evidence',
      'personal-data',
      'postgres',
      'runtime',
      'storage',
    ],
  },
  {
    folder: 'services/notifier',
    ours: [
      'accounts',
      'broker',
      'broker/nats',
      'document-links',
      'domain',
      'evidence',
      'personal-data',
      'postgres',
      'runtime',
      'read-models',
      'webhooks',
      'webhooks/worker',
    ],
    typesOf: ['event-store'],
  },
  {
    folder: 'services/cli',
    ours: [...PACKAGES, ...PARTS, ...SERVICES, 'api/tables', 'broker/nats', 'process-pool/child'],
  },
  { folder: 'services/all-in-one', ours: [...PACKAGES, ...PARTS, ...SERVICES, 'broker/nats'] },
]
