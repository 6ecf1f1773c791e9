/**
 * Texts of the specification (section 8), to the letter, misspellings included: they stand here alone, so that they are
 * easy to mend.
 */
export const MESSAGES = {
  noOpenTrollies: 'No Open Trollys found',
  trollyCreated: 'Trolly Created',
  trollyUpdated: 'Trolly Updated',
  signedIn: 'Signed In Successfully',
  signedOut: 'Signed Out Successfully',
  welcomeBack: 'Welcome Back',
  onStop: 'Your Account Is On Stop',
} as const
