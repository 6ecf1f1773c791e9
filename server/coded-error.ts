/**
 * What the person at the terminal can mend; shown there, never in a reply. Codes are stable: scripts and
 * docs/operations.md and docs/import.md name them.
 */
export class CodedError extends Error {
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CodedError'
    this.code = code
  }
}

/** The server does not start or stops. */
export const START_ERROR_CODES = [
  'invalid_config',
  'not_built',
  'port_in_use',
  'port_not_allowed',
  'host_unavailable',
  'data_dir_not_writable',
  'disk_full',
  'data_dir_in_use',
  'data_dir_other_version',
  'data_dir_uncertain',
  'database_binaries_missing',
  'database_user_missing',
  'database_not_starting',
  'database_stopped',
  'database_unreachable',
  'database_refused',
  'database_too_old',
  'database_extension_missing',
  'migration_failed',
  'demo_failed',
] as const

/** A whole file or its mapping is unreadable; nothing has changed. */
export const IMPORT_ERROR_CODES = [
  'empty_file',
  'empty_folder',
  'not_csv',
  'wrong_encoding',
  'wrong_delimiter',
  'bad_header',
  'duplicate_column',
  'missing_column',
  'password_column',
  'mapping_invalid',
  'mapping_column_missing',
  'invalid_edifact',
  'database_failed',
  'interrupted',
] as const

/** Nothing was handed over: docs/handing-over-orders.md. */
export const EXPORT_ERROR_CODES = [
  'export_running',
  'webhook_has_orders',
  'number_unknown',
  'file_exists',
  'output_closed',
] as const

/** `npm run backup` and `npm run restore`: docs/operations.md. The database is as before. */
export const BACKUP_ERROR_CODES = [
  'file_exists',
  'file_unreadable',
  'file_not_writable',
  'not_a_backup',
  'backup_truncated',
  'backup_damaged',
  'backup_other_format',
  'backup_newer',
  'database_newer',
  'not_trollys_database',
  'not_empty',
  'database_in_use',
  'disk_full',
  'backup_failed',
  'restore_failed',
] as const

/** A command is called wrongly, or cannot read or write its files. */
type CommandCode =
  | 'usage'
  | 'file_unreadable'
  | 'file_not_writable'
  | 'mapping_unreadable'
  | 'report_not_writable'
  | 'passwords_not_writable'
  | 'not_empty'
  | 'not_demo_data'
  | 'user_exists'
  | 'user_unknown'
  | 'user_on_stop'
  | 'customer_unknown'
  | 'last_administrator'

type Code =
  | (typeof START_ERROR_CODES)[number]
  | (typeof IMPORT_ERROR_CODES)[number]
  | (typeof EXPORT_ERROR_CODES)[number]
  | (typeof BACKUP_ERROR_CODES)[number]
  | CommandCode
