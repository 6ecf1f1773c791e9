import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import { RESET_REFUSED_TEXT } from '#domain/account-messages.ts'
import { asTrouble, DatabaseTrouble, type TroubleCode } from '#server/db/trouble.ts'

export type RefusalParts = {
  message?: string
  errors?: ErrorReply['errors']
  retryAfterSeconds?: number
  /** The details that contract/ defines for the code. */
  fields?: Record<string, unknown>
}

/** plugins/errors.ts turns it into a reply. Any other error is our fault: a 500 without its text. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly parts: RefusalParts

  constructor(code: ErrorCode, parts: RefusalParts = {}) {
    super(parts.message ?? MESSAGES[code])
    this.name = 'Refusal'
    this.code = code
    this.parts = parts
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }

  get reply(): ErrorReply {
    const { errors, fields } = this.parts
    return { message: this.message, code: this.code, ...(errors && { errors }), ...fields }
  }
}

/** undefined for a fault of ours. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const trouble = asTrouble(error)
  if (!(trouble instanceof DatabaseTrouble)) return undefined
  const retryAfterSeconds = RETRY_AFTER_SECONDS[trouble.code]
  return new Refusal(trouble.code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

/** A search that was too slow once will be so again. */
const RETRY_AFTER_SECONDS: Partial<Record<TroubleCode, number>> = { busy: 1, unavailable: 5, disk_full: 30 }

/** Defaults where the refusing code has no better message. */
const MESSAGES: Record<ErrorCode, string> = {
  invalid_request: 'The request is not in the expected format.',
  checks_failed: 'The order cannot be placed yet.',
  unauthenticated: 'Please sign in.',
  wrong_credentials: 'The e-mail address or the password is wrong.',
  forbidden: 'Your account may not do this.',
  may_not_order: 'Your account may not place orders.',
  password_change_required: 'Choose a password of your own to continue.',
  second_factor_required: 'Enter the code of your authenticator app to continue.',
  second_factor_setup_required: 'Set up an authenticator app to continue.',
  second_factor_obligatory: 'Your company requires two-step sign-in. You can move it to another phone.',
  cash_accounts_only: 'Only cash accounts have delivery addresses. We deliver to your account’s address.',
  not_found: 'There is nothing at this address.',
  customer_not_found: 'We couldn’t find that account.',
  trolly_not_found: 'We couldn’t find that trolly.',
  product_not_found: 'This product is not sold.',
  line_not_found: 'This product is not in the trolly.',
  order_not_found: 'We couldn’t find that order.',
  confirmation_just_sent: 'This confirmation was sent less than a minute ago.',
  order_not_confirmed:
    'We can’t send a confirmation: this order is unpaid, or has been changed or cancelled.',
  order_handed_over: 'The order system already has this order, so it stays marked as exported.',
  last_administrator: 'You are the only administrator. Make somebody else one first.',
  card_order: 'An order paid by card can’t be changed. Cancel it and order again.',
  claim_decided: 'This claim is decided already.',
  agreement_broken: 'The substitute is no longer as the customer agreed. Send nothing else.',
  substitute_out_of_stock: 'There is not enough of the substitute in stock.',
  order_closed:
    'The cut-off has passed or the order is being picked: it can no longer be changed or cancelled.',
  session_not_found: 'We couldn’t find that device.',
  passkey_not_found: 'We couldn’t find that passkey.',
  document_not_found: 'We couldn’t find that document.',
  too_many_documents: 'That is too many documents for one file. Choose a shorter period.',
  template_not_found: 'We couldn’t find that template.',
  count_not_found: 'We couldn’t find that count.',
  count_closed: 'This count has been finished or discarded.',
  address_not_found: 'We couldn’t find that delivery address.',
  collection_address_not_found: 'We couldn’t find that collection address.',
  record_not_found: 'We couldn’t find that. It may have been removed for good.',
  claim_not_found: 'We couldn’t find that claim.',
  photo_not_found: 'We couldn’t find that photo. Photos are kept for a year.',
  already_exists: 'There is one with this name or number already.',
  item_not_found: 'This product is not in the template.',
  method_not_allowed: 'This method is not allowed.',
  request_timeout: 'The request took too long to arrive.',
  in_progress: 'This request is already being processed.',
  checked_out: 'This trolly has been ordered.',
  changed: 'The trolly has changed since you saw it. Please review it.',
  trolly_exists: 'A trolly with this number already exists.',
  template_exists: 'A template with this number already exists.',
  trolly_deleted: 'This trolly has been deleted.',
  template_deleted: 'This template has been deleted.',
  version_mismatch: 'Someone has changed this since you opened it.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'The body must be application/json.',
  key_missing: 'The header Idempotency-Key must be a UUID.',
  key_reused: 'This Idempotency-Key has been used for another request.',
  quantity_out_of_range: 'That quantity is over the maximum for one product.',
  too_many_lines: 'This trolly is full. Start another one.',
  nothing_agreed: 'The customer agreed to no substitute for this line. Send nothing else.',
  allergens_not_confirmed: 'Its allergens have changed. Choose it again to see what it adds.',
  claim_too_late: 'The time for claims on these goods is over. Please call the office.',
  not_delivered_yet: 'This order is not due for delivery yet.',
  photo_unreadable: 'The photo must be a JPEG or WebP picture.',
  too_many_photos: 'This line has three photos already.',
  not_served: 'We don’t deliver to that postcode.',
  registration_refused:
    'We couldn’t open an account with these details. If you already have one, sign in or set a new password; otherwise call us.',
  cash_accounts_closed: 'Accounts can’t be opened online at the moment. Ask for a trade account or call us.',
  too_slow: 'That search takes too long. Try fewer or longer words.',
  customer_required: 'Choose an account: we can’t tell which one this is for.',
  e_invoice_incomplete: 'We don’t have all that an e-invoice needs. Please ask the office.',
  cards_not_accepted: 'We don’t take cards for this order. Choose another way to pay.',
  too_many_items: 'A template holds up to 500 products.',
  password_refused: 'This password is easy to guess. Choose another.',
  wrong_password: 'Your current password is wrong.',
  wrong_code: 'That code is wrong or has been used. Wait for the next one.',
  second_factor_expired: 'That took too long. Please start again.',
  passkey_expired: 'That took too long. Please try again.',
  passkey_refused: 'This passkey could not be added. Please try again.',
  too_many_passkeys: 'You have 20 passkeys. Remove one that you no longer use.',
  too_many_views: 'You have 100 saved views. Remove one that you no longer use.',
  reset_refused: RESET_REFUSED_TEXT,
  sign_in_code_refused: 'That code doesn’t work. Make a new one where you are signed in.',
  locked: 'Too many wrong passwords. Please wait before you try again.',
  not_run: 'Not attempted, because an earlier change failed.',
  epoch_changed: 'The server was restored from a backup. Reload, then check your changes.',
  version_required: 'The If-Match header must give the version you saw.',
  rate_limited: 'Too many requests. Please wait a moment.',
  too_many_streams: 'Too many devices are following changes. Please wait a moment.',
  headers_too_large: 'The headers of the request are too large.',
  card_provider_failed: 'We couldn’t reach the card company. Nothing has been charged. Please try again.',
  internal: 'Something went wrong on the server.',
  maintenance: 'Closed for maintenance.',
  not_ready: 'Not ready to serve.',
  busy: 'The server is busy. Please try again in a moment.',
  unavailable: 'The server cannot reach its database. Please try again in a moment.',
  build_too_old: 'This version of Trolly is out of date. Update it to continue.',
  disk_full: 'The server is out of storage space. Please try again later.',
}
