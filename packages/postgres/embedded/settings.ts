/** Server settings by name, as in postgresql.conf. */
export type Settings = Readonly<Record<string, string>>

/**
 * How our server differs from PostgreSQL's defaults. Given on the command line at every start, so that a new release
 * changes them without editing any files.
 */
export const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Our statements are short and prepared once; compiling them costs more than it brings.
  jit: 'off',
  random_page_cost: '1.1',
  // Nothing replicates from this server, so bulk loads into new tables may skip the write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // Messages are read by a program; see launch.ts.
  lc_messages: 'C',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
