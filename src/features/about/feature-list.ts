/** What the product does today. An entry comes with the work that makes it true. */
export const FEATURES: readonly { title: string; points: readonly string[] }[] = [
  {
    title: 'Order',
    points: [
      'Search the whole range by name, code or brand, with filters for storage, promotions, diets and what you have bought before.',
      'See your own prices, what is in stock, and allergens as the manufacturer declares them.',
      'Add what you usually order for that day with one press. We say what is missing, and what is far more than usual.',
      'Add by code, scan barcodes, paste or dictate a list, choose a spreadsheet, or order again what you ordered before.',
      'Count your shelves against a template, and order what is missing.',
      'Where your browser allows it, share a list or a CSV file with the installed app, or open the file with it.',
      'Keep templates and favourites for what you order each week.',
      'Choose delivery or collection, a day and, for cash accounts, an address. Every page shows your cut-off.',
      'Say in advance what may come if a line is short: something else that you chose, later, or nothing. Allergens that differ are shown first.',
      'Change or cancel an order until its cut-off.',
    ],
  },
  {
    title: 'Work without signal',
    points: [
      'Products, prices, trollies and recent orders are on your device, so you can search and build a trolly in the cold store.',
      'Changes are saved at once and sent when you are back online, each exactly once.',
      'Where your browser allows it, the installed app shows on its icon how many changes are still to be sent.',
      'Several people can work on the same trolly, and see each other’s changes as they are made. If two of you change the same line, we ask you which counts.',
      'Hand a trolly over to a phone that has a connection, as a code or a link. It is ordered once, whichever phone sends it.',
    ],
  },
  {
    title: 'Keep an overview',
    points: [
      'Follow your orders from placed to delivered, and look up past ones.',
      'Check in a delivery at the door, report with photos what is short or damaged, and follow your claim to its credit.',
      'Be notified when an order is accepted, changed, short or on its way, before the cut-off, and when a product is back in stock.',
      'Be told when the allergens of something you bought change, or when it is recalled.',
      'Get copies of invoices, credit notes and statements, one by one or for a whole year.',
      'Put templates in the order of your shelves.',
    ],
  },
  {
    title: 'Your account in your hands',
    points: [
      'Set a new password yourself, with a link or a code by e-mail.',
      'Sign in with a passkey, or with a code of your phone after the password.',
      'See the devices you are signed in on, and sign out on one that is lost.',
      'Choose how we may contact you, download what we hold about you, and deactivate or delete your sign-in.',
    ],
  },
]

/** Newest first. */
export const NEWS: readonly { when: string; words: string }[] = [
  {
    when: 'November 2026',
    words: 'Check in deliveries, with photos of what is wrong, and get your credit for it.',
  },
  {
    when: 'November 2026',
    words: 'Scan barcodes with the camera, count shelves, and order your usual lines with one press.',
  },
  {
    when: 'November 2026',
    words: 'Choose what may come if something is short, and get notifications of your orders on this device.',
  },
  {
    when: 'November 2026',
    words:
      'Paste, dictate or share an order as you would write it: “2 mayo, box limes, usual milk”. You check each line before it is added.',
  },
  {
    when: 'November 2026',
    words:
      'Put an Excel, CSV or text file into a trolly or a template: press “Paste a list”, then “Choose a file”.',
  },
  {
    when: 'November 2026',
    words:
      'Set a new password yourself if you have forgotten yours, see where you are signed in, and change your name, password and contact choices under Your details.',
  },
  {
    when: 'November 2026',
    words: 'Open a cash account or ask for a trade account online, and check whether we deliver to you.',
  },
  {
    when: 'November 2026',
    words:
      'Browse the catalogue without signing in, be told when a product is back in stock, and read terms, delivery areas and recalls here.',
  },
  {
    when: 'November 2026',
    words: 'Get copies of invoices and statements, and pay by card where your account offers it.',
  },
  {
    when: 'November 2026',
    words: 'Collect from one of our sites in a slot that suits you, and change an order until its cut-off.',
  },
  {
    when: 'November 2026',
    words: 'Make templates from orders, trollies or a pasted list, and put them in your own order.',
  },
]

export const INSTALLING: readonly { browser: string; steps: string }[] = [
  {
    browser: 'Safari on iPhone or iPad',
    steps:
      'Press the Share button, then “Add to Home Screen”. The installed app asks you to sign in once more; if you are signed in, Settings makes a code for it.',
  },
  {
    browser: 'Chrome on Android',
    steps: 'Press the menu with three dots, then “Install app” or “Add to Home screen”.',
  },
  {
    browser: 'Samsung Internet',
    steps: 'Press the menu, then “Add page to”, then “Home screen”.',
  },
  {
    browser: 'Chrome or Edge on a computer',
    steps: 'Press the install icon at the end of the address bar, or “Install” in the menu.',
  },
  {
    browser: 'Safari on a Mac',
    steps: 'In the File menu choose “Add to Dock”. This needs macOS Sonoma or newer.',
  },
  {
    browser: 'Firefox',
    steps:
      'On Android press the menu, then “Install”. On a computer Firefox installs no apps: add a bookmark, everything works in the tab.',
  },
]
