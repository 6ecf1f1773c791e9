/** The account's texts of the specification, section 8, to the letter. Apart from `MESSAGES`, which every start loads. */
export const ACCOUNT_MESSAGES = {
  resetLinkSent: 'Reset Password link sent',
  passwordReset: 'Password Reset',
  passwordUpdated: 'Password updated',
  accountUpdated: 'Account updated',
  privacyUpdated: 'Privacy Settings Updated',
  deleted: 'Your Account has been deleted',
  deactivated: 'Your Account Is On Stop',
} as const

/** The reason that a refused reset carries, and its text with the specification's misspellings. */
export const RESET_REFUSED_REASON = 'passwords.token'
export const RESET_REFUSED_TEXT =
  'There was an error resetting your password. If you have recieved multiple Password Reset emails then please ensure you follow the link in the latest one you have recieved.'
