import type {
  AccountRequestFields,
  CashRegistrationFields,
  PostcodeContactFields,
} from '#contract/joining.ts'
import type { JoiningMailKind } from '#domain/joining-mail.ts'
import type { MailWords } from '#domain/mail-words.ts'

export type JoiningMail = { kind: JoiningMailKind; to: string; content: MailWords }

type Parties = { company: string; office: string }

/**
 * What a person typed is only in the office's mail. Theirs holds none of it: otherwise anyone could have us send their
 * words to a stranger.
 */
export const cashAccountMails = (
  { email, ...fields }: Omit<CashRegistrationFields, 'password' | 'password_confirmation'>,
  customerId: string,
  parties: Parties,
): JoiningMail[] => [
  {
    kind: 'cash_account',
    to: email,
    content: {
      subject: `Your account with ${parties.company}`,
      heading: 'Your cash account is open',
      paragraphs: [
        `You can order from ${parties.company} now. Sign in with this e-mail address and the password that you chose.`,
        `Your account number is ${customerId}. If you did not open this account, tell us and we will close it.`,
      ],
      link: { path: '/auth/sign-in', label: 'Sign in' },
    },
  },
  ...toOffice(parties, {
    kind: 'cash_account_office',
    heading: `New cash account ${customerId}`,
    paragraphs: [
      `${fields.username} has opened a cash account online. It can order already.`,
      ...detailsOf({ ...fields, contactName: fields.username, email }),
    ],
  }),
]

export const addressInUseMail = (email: string, { company }: Parties): JoiningMail => ({
  kind: 'address_in_use',
  to: email,
  content: {
    subject: `You already have an account with ${company}`,
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, probably you, has just tried to open an account with this e-mail address. It has one, so nothing was changed.',
      'Sign in, or set a new password there if you have forgotten yours. If it was not you, there is nothing to do.',
    ],
    link: { path: '/auth/sign-in', label: 'Sign in' },
  },
})

export const accountRequestMails = (
  { companyNo = '', vatNo = '', message = '', ...fields }: AccountRequestFields,
  parties: Parties,
): JoiningMail[] => [
  {
    kind: 'account_request',
    to: fields.email,
    content: {
      subject: 'We have your request for a trade account',
      heading: 'We have your request',
      paragraphs: [
        `Thank you for asking ${parties.company} for a trade account. We check the details and write to this address, usually within two working days.`,
        'If you did not ask for this, there is nothing to do.',
      ],
      link: { path: '/information', label: 'Terms and contacts' },
    },
  },
  ...toOffice(parties, {
    kind: 'account_request_office',
    heading: `Trade account request from ${fields.businessName}`,
    paragraphs: [
      ...detailsOf(fields),
      ...(companyNo === '' ? [] : [`Company number: ${companyNo}`]),
      ...(vatNo === '' ? [] : [`VAT number: ${vatNo}`]),
      ...(message === '' ? [] : [message]),
    ],
  }),
]

/** @param isNew whether the person has no password yet */
export const accountOpenMail = (
  email: string,
  { customerId, isNew }: { customerId: string; isNew: boolean },
  { company }: Parties,
): JoiningMail => ({
  kind: 'account_open',
  to: email,
  content: {
    subject: `Your trade account with ${company}`,
    heading: 'Your trade account is open',
    paragraphs: [
      `You can order from ${company} now. Your account number is ${customerId}.`,
      isNew
        ? 'Choose a password first: enter this e-mail address, and we send you a link and a code for it.'
        : 'Sign in with this e-mail address and the password that you have. The account is one more to choose from.',
    ],
    link: isNew
      ? { path: '/auth/forgotten-password', label: 'Choose your password' }
      : { path: '/auth/sign-in', label: 'Sign in' },
  },
})

export const userAddedMail = (email: string, { company }: Parties): JoiningMail => ({
  kind: 'user_added',
  to: email,
  content: {
    subject: `You can sign in to ${company}`,
    heading: 'You can sign in now',
    paragraphs: [
      'Choose a password first: enter this e-mail address, and we send you a link and a code for it.',
    ],
    link: { path: '/auth/forgotten-password', label: 'Choose your password' },
  },
})

export const accountRejectedMail = (email: string, reason: string, { company }: Parties): JoiningMail => ({
  kind: 'account_rejected',
  to: email,
  content: {
    subject: `Your request to ${company}`,
    heading: 'We cannot open a trade account for you',
    paragraphs: ['Thank you for asking.', ...(reason === '' ? [] : [reason])],
    link: { path: '/information', label: 'Contacts' },
  },
})

export const accountClosedMail = (email: string, reason: string, { company }: Parties): JoiningMail => ({
  kind: 'account_closed',
  to: email,
  content: {
    subject: `Your account with ${company}`,
    heading: 'Your account is on stop',
    paragraphs: [
      'Nothing can be ordered with it at present.',
      ...(reason === '' ? [] : [reason]),
      'If this surprises you, please call us.',
    ],
    link: { path: '/information', label: 'Contacts' },
  },
})

export const postcodeRequestMails = (
  { contactName, email, contactPhone = '' }: PostcodeContactFields,
  postcode: string,
  parties: Parties,
): JoiningMail[] => [
  {
    kind: 'postcode_request',
    to: email,
    content: {
      subject: `Deliveries to ${postcode}`,
      heading: 'We have noted your postcode',
      paragraphs: [
        `We do not deliver to ${postcode} yet. We will write to this address once we do.`,
        'If you did not ask for this, there is nothing to do.',
      ],
      link: { path: '/information', label: 'Where we deliver' },
    },
  },
  ...toOffice(parties, {
    kind: 'postcode_request_office',
    heading: `Delivery wanted to ${postcode}`,
    paragraphs: [`Contact: ${contactName}, ${[email, contactPhone].filter(Boolean).join(', ')}`],
  }),
]

/** Promised by `postcodeRequestMails`. */
export const postcodeServedMail = (email: string, postcode: string, { company }: Parties): JoiningMail => ({
  kind: 'postcode_served',
  to: email,
  content: {
    subject: `We deliver to ${postcode} now`,
    heading: `We deliver to ${postcode} now`,
    paragraphs: [`You asked ${company} to tell you. You can open an account whenever you like.`],
    link: { path: '/sign-up', label: 'Open an account' },
  },
})

type OfficeMail = { kind: JoiningMailKind; heading: string; paragraphs: string[] }

/** None where the company has no address. */
const toOffice = ({ office }: Parties, { kind, heading, paragraphs }: OfficeMail): JoiningMail[] =>
  office === ''
    ? []
    : [{ kind, to: office, content: { subject: heading, heading, paragraphs, link: OFFICE_LINK } }]

const OFFICE_LINK = { path: '/home', label: 'Open' }

type Details = {
  businessName?: string
  contactName: string
  email: string
  contactPhone: string
  addressLines: string[]
  town: string
  postcode: string
}

const detailsOf = ({
  businessName = '',
  contactName,
  email,
  contactPhone,
  ...address
}: Details): string[] => [
  ...(businessName === '' ? [] : [`Business: ${businessName}`]),
  `Contact: ${contactName}, ${email}, ${contactPhone}`,
  `Address: ${[...address.addressLines, address.town, address.postcode].join(', ')}`,
]
