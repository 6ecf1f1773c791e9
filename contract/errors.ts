import { type Static, Type } from 'typebox'

/** Error replies are `{ message, code, errors? }`. Programs decide by the stable code; the message may change. */
export const ERROR_STATUS = {
  invalid_request: 400,
  checks_failed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  may_not_order: 403,
  /** The password was right, but the office knows it. `token` resets it (`auth/reset-password`). */
  password_change_required: 403,
  /** The password was right. `token` finishes the sign-in, with a code (`auth/second-factor-sign-in`). */
  second_factor_required: 403,
  /** The same, where the company requires one and the user has none: `token` sets one up. */
  second_factor_setup_required: 403,
  second_factor_obligatory: 403,
  cash_accounts_only: 403,
  not_found: 404,
  customer_not_found: 404,
  trolly_not_found: 404,
  product_not_found: 404,
  line_not_found: 404,
  order_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  document_not_found: 404,
  template_not_found: 404,
  item_not_found: 404,
  count_not_found: 404,
  address_not_found: 404,
  record_not_found: 404,
  claim_not_found: 404,
  photo_not_found: 404,
  collection_address_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  in_progress: 409,
  checked_out: 409,
  order_closed: 409,
  /** It has become lines of a trolly, or was discarded. */
  count_closed: 409,
  order_not_confirmed: 409,
  order_handed_over: 409,
  /** Not 429, which signs a person out: this is no flood of requests. */
  confirmation_just_sent: 409,
  card_order: 409,
  /** Of a delivery. */
  claim_decided: 409,
  /** The substitute is no longer as the customer agreed. `broken`: why (domain/substitution.ts). */
  agreement_broken: 409,
  substitute_out_of_stock: 409,
  last_administrator: 409,
  changed: 409,
  /** Another record has this name or number, maybe a deleted one. */
  already_exists: 409,
  trolly_exists: 409,
  template_exists: 409,
  trolly_deleted: 410,
  template_deleted: 410,
  version_mismatch: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  key_missing: 400,
  key_reused: 422,
  quantity_out_of_range: 422,
  too_many_lines: 422,
  /** The substitute has allergens, or unknown ones, that `confirmed` lacks. `difference`: all that it adds. */
  allergens_not_confirmed: 422,
  /** No substitute was agreed for the line. */
  nothing_agreed: 422,
  too_many_items: 422,
  too_many_documents: 422,
  customer_required: 422,
  not_served: 422,
  claim_too_late: 422,
  not_delivered_yet: 422,
  photo_unreadable: 422,
  too_many_photos: 422,
  /** For whatever reason: an address that somebody has is one. */
  registration_refused: 422,
  cash_accounts_closed: 422,
  /** A search. Not 503, which signs a person out: the server is well. */
  too_slow: 422,
  cards_not_accepted: 422,
  /** An e-invoice names what it lacks: `errors`. */
  e_invoice_incomplete: 422,
  /** `reason`: one of PASSWORD_FAULTS (domain/passwords.ts). */
  password_refused: 422,
  /** The current one, of a signed-in person. Not 401, which signs a person out. */
  wrong_password: 422,
  /** Used, too old, withdrawn by a later mail, or wrong. `reason`: 'passwords.token' (specification, section 8). */
  reset_refused: 422,
  /** Used, too old, replaced by a later one, or wrong. */
  sign_in_code_refused: 422,
  /** Wrong, too old, or used already. Not 401, which signs a person out. */
  wrong_code: 422,
  /** Too late, or used: the password has to be entered again. */
  second_factor_expired: 422,
  /** The challenge: too late, used, or of somebody else. */
  passkey_expired: 422,
  passkey_refused: 422,
  too_many_passkeys: 422,
  too_many_views: 422,
  locked: 423,
  not_run: 424,
  epoch_changed: 424,
  /** Whatever was asked for was not done, and waits until the app has been updated. */
  build_too_old: 426,
  /** Only earlier servers require a version. */
  version_required: 428,
  rate_limited: 429,
  /** Live streams, of a person or of a server. The device asks by itself, so it signs nobody out. */
  too_many_streams: 429,
  headers_too_large: 431,
  internal: 500,
  card_provider_failed: 502,
  maintenance: 503,
  not_ready: 503,
  busy: 503,
  unavailable: 503,
  disk_full: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)

export const ErrorReply = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
})
export type ErrorReply = Static<typeof ErrorReply>
