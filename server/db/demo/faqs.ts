import type { faqs } from '#server/db/schema/faqs.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

export const makeFaqs = (seed: number, now: Date): (typeof faqs.$inferInsert)[] => {
  const random = randomOf(seed, 'faqs')
  const positions = new Map<string, number>()
  return QUESTIONS.map(([subject, audience, question, answer]) => {
    const position = (positions.get(subject) ?? 0) + 1
    positions.set(subject, position)
    return { id: demoUuid(now, random), subject, question, answer, audience, position, updatedAt: now }
  })
}

type Question = readonly [
  subject: string,
  audience: (typeof faqs.$inferInsert)['audience'],
  question: string,
  answer: string,
]

/** They name only pages and buttons that exist: "Under Orders, Invoices" is a place in the menu. */
const QUESTIONS: readonly Question[] = [
  [
    'Ordering',
    'everyone',
    'How late can I change an order?',
    'Until the cut-off for its delivery day, which is shown at the top of every page. Open the order under Orders, Active orders, and choose Change order. After the cut-off, ring us and we will do what we can before picking begins.',
  ],
  [
    'Ordering',
    'everyone',
    'Does Trolly work without a connection?',
    'Yes. You can search, fill a trolly and place an order in a cellar or a walk-in freezer. Everything is saved on the device and sent as soon as it is back online. Prices and stock are as of the time shown.',
  ],
  [
    'Ordering',
    'everyone',
    'Can I order from a list or a spreadsheet?',
    'Yes. Save the spreadsheet as CSV with a column of codes and one of quantities. In your trolly press Paste a list, then Choose a file, and check the lines before you add them. On Android and on computers you can also share or open the file with the installed app.',
  ],
  [
    'Ordering',
    'customers',
    'Why is there a minimum order?',
    'A delivery below the minimum costs more to run than it earns. The trolly shows how far you are from the minimum and from free delivery.\n\nOrders for collection have no minimum.',
  ],
  [
    'Ordering',
    'customers',
    'Can two of us fill the same trolly?',
    'Yes. A trolly belongs to your account, not to a person. Quantities that two people add are summed, and both see each other’s changes.',
  ],
  [
    'Delivery',
    'everyone',
    'What should I do if something is missing or damaged?',
    'Write it on the driver’s delivery note, or ring us before noon on the day of delivery. Chilled and frozen goods must be reported within two hours, as we cannot tell later how they were stored.',
  ],
  [
    'Delivery',
    'customers',
    'Do you deliver on bank holidays?',
    'No. The days you can choose leave bank holidays out, and the cut-off before them moves to an earlier working day.',
  ],
  [
    'Delivery',
    'everyone',
    'Why do I have to show ID?',
    'Alcohol and knives may only be handed to a person aged 18 or over. Our drivers ask anyone who looks under 25.',
  ],
  [
    'Products',
    'everyone',
    'Where do I find allergens?',
    'On each product’s page, from the producer’s own declaration. “Not declared” means that the producer has not told us: please ask before you serve it. Recipes change, so always check the label of what was delivered.',
  ],
  [
    'Products',
    'everyone',
    'What does catch weight mean?',
    'The product is sold by weight and each piece differs: a side of beef, a whole salmon. The trolly shows an estimate. You pay for what the scales say.',
  ],
  [
    'Account',
    'customers',
    'How do I get a copy of an invoice?',
    'Under Orders, Invoices. A copy that you have opened once stays on this device.',
  ],
  [
    'Account',
    'everyone',
    'What if I have forgotten my password?',
    'On the sign-in page, press Forgotten password. We e-mail you a link and a code of six digits, which work once and for an hour. In the app on your home screen, type the code: the link opens in the browser.',
  ],
  [
    'Account',
    'everyone',
    'I have lost my phone. Is my account safe?',
    'Under Account, Your details, you see where you are signed in. Beside the lost phone, press Sign out there. A new password signs you out everywhere else as well.',
  ],
  [
    'For the office',
    'staff',
    'When may I lift a stop?',
    'Only once accounts has confirmed the payment. A customer whose stop is lifted sees it within a minute.',
  ],
]
