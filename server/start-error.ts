/** Shown at the terminal, never in a reply. Codes are stable: scripts and docs/operations.md name them. */
export const START_ERROR_CODES = [
  'invalid_config',
  'not_built',
  'port_in_use',
  'port_not_allowed',
  'host_unavailable',
  'data_dir_not_writable',
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

export type StartErrorCode = (typeof START_ERROR_CODES)[number]

export class StartError extends Error {
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
    this.code = code
  }
}
