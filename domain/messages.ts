/** Texts of the specification, section 8, to the letter, including its misspellings. */
export const MESSAGES = {
  noOpenTrollies: 'No Open Trollys found',
  trollyCreated: 'Trolly Created',
  trollyUpdated: 'Trolly Updated',
  listCreated: 'List Created',
  listFromTrolly: 'List created from items in your basket',
  templateRenamed: 'Template Name Updated',
  templateRestored: (name: string) => `Template ${name} Restored`,
  itemDeleted: 'Deleted Item Successfully',
  addressAdded: 'Address Added',
  addressUpdated: 'Address Updated',
  noDeliveryAddresses: 'You have no saved home delivery addresses',
  signedIn: 'Signed In Successfully',
  signedOut: 'Signed Out Successfully',
  welcomeBack: 'Welcome Back',
  onStop: 'Your Account Is On Stop',
} as const
