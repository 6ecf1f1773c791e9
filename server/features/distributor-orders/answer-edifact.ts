import type { Answer, AnswerKind, AnswerLine } from '#contract/distributor-answers.ts'
import { isGtin } from '#domain/gtin.ts'
import { deliveryNoteNo } from '#domain/paperwork/documents.ts'

/** Answers as EANCOM 2002 (D.01B): ORDRSP, DESADV and INVOIC, in one interchange of ISO 8859-1. */

export type Sender = {
  name: string
  /** Empty: they are known by their name. */
  gln: string
  /** With its country; empty: not known. */
  vatId: string
}

type Element = string | readonly string[]

const TYPES: Record<AnswerKind, string> = {
  response: 'ORDRSP:D:01B:UN:EAN009',
  despatch: 'DESADV:D:01B:UN:EAN007',
  invoice: 'INVOIC:D:01B:UN:EAN010',
}
const DOCUMENTS: Record<Answer['kind'], string> = {
  response: '231',
  despatch: '351',
  invoice: '380',
  credit_note: '381',
}
const ORIGINAL = '9'
const RESPONSES = { accepted: '29', changed: '4', added: '4', refused: '27' }
const ACTIONS = { accepted: '5', changed: '3', added: '1', refused: '7' }
const GS1 = '9'
const OURS = '91'
const THEIRS = '92'
const DAY = '102'
const NAME_PART = 35

/** @param now when the interchange was made. @param reference of the interchange, the same for the same contents */
export const answerEdifact = (
  kind: AnswerKind,
  answers: readonly Answer[],
  { sender, now, reference }: { sender: Sender; now: Date; reference: string },
): Buffer => {
  const distributorNo = answers[0]?.distributorNo ?? ''
  const [day, time] = stampOf(now)
  const messages = answers.map((answer, at) => {
    const body = BODIES[kind](answer, sender)
    const no = String(at + 1)
    return [segment('UNH', no, TYPES[kind].split(':')), ...body, segment('UNT', String(body.length + 2), no)]
  })
  const all = [
    segment(
      'UNB',
      ['UNOC', '3'],
      partnerOf(sender.gln || sender.name),
      partnerOf(distributorNo),
      [day, time],
      reference,
    ),
    ...messages.flat(),
    segment('UNZ', String(messages.length), reference),
  ]
  return Buffer.from(`${all.join('\n')}\n`, 'latin1')
}

const BODIES: Record<AnswerKind, (answer: Answer, sender: Sender) => string[]> = {
  response: (answer, sender) => [
    segment('BGM', DOCUMENTS.response, answer.documentNo, RESPONSES[answer.outcome ?? 'accepted']),
    dateOf('137', answer.day),
    dateOf('69', answer.deliveryDay),
    ...references(answer),
    ...parties(answer, sender),
    segment('CUX', ['2', 'GBP', '9']),
    ...answer.lines.flatMap((line) => [
      ...product(line, ACTIONS[line.outcome ?? 'accepted']),
      segment('QTY', ['21', String(line.ordered)]),
      segment('QTY', ['113', String(line.quantity)]),
      ...price(line),
    ]),
    segment('UNS', 'S'),
    countOf(answer),
  ],

  despatch: (answer, sender) => [
    segment('BGM', DOCUMENTS.despatch, answer.documentNo, ORIGINAL),
    dateOf('137', answer.day),
    dateOf('35', answer.deliveryDay),
    ...references(answer),
    ...parties(answer, sender),
    segment('CPS', '1'),
    ...answer.lines.flatMap((line) => [
      ...product(line, ''),
      ...(line.weightGrams === null
        ? []
        : [segment('MEA', 'PD', 'AAC', ['KGM', kilograms(line.weightGrams)])]),
      segment('QTY', ['12', String(line.quantity)]),
      segment('QTY', ['21', String(line.ordered)]),
    ]),
    countOf(answer),
  ],

  invoice: (answer, sender) => [
    segment('BGM', DOCUMENTS[answer.kind], answer.documentNo, ORIGINAL),
    dateOf('137', answer.day),
    dateOf('35', answer.deliveryDay),
    ...references(answer),
    segment('RFF', ['DQ', deliveryNoteNo(Number(answer.orderNo))]),
    ...(answer.creditedInvoiceNo === null ? [] : [segment('RFF', ['IV', answer.creditedInvoiceNo])]),
    ...parties(answer, sender),
    segment('NAD', 'IV', [answer.customerId, '', OURS], '', nameOf(answer.customerName)),
    segment('CUX', ['2', 'GBP', '4']),
    ...(answer.dueDay === null ? [] : [segment('PAT', '3'), dateOf('13', answer.dueDay)]),
    ...deliveryCharge(answer),
    ...answer.lines.flatMap((line) => [
      ...product(line, ''),
      line.weightGrams === null
        ? segment('QTY', ['47', String(line.quantity)])
        : segment('QTY', ['47', kilograms(line.weightGrams), 'KGM']),
      segment('MOA', ['203', pounds(line.netPence ?? 0)]),
      ...price(line),
      vatOf(line.vatBasisPoints ?? 0),
    ]),
    segment('UNS', 'S'),
    countOf(answer),
    ...totals(answer),
  ],
}

const references = ({ poNumber, orderNo }: Answer): string[] => [
  ...(poNumber === '' ? [] : [segment('RFF', ['ON', poNumber])]),
  segment('RFF', ['VN', orderNo]),
]

/** The supplier, the buyer and the place of delivery, which is named by our own number where they have no code for it. */
const parties = (answer: Answer, { name, gln, vatId }: Sender): string[] => [
  gln === '' ? segment('NAD', 'SU', '', '', nameOf(name)) : segment('NAD', 'SU', [gln, '', GS1]),
  ...(vatId === '' ? [] : [segment('RFF', ['VA', vatId])]),
  segment('NAD', 'BY', codeOf(answer.distributorNo, OURS)),
  segment(
    'NAD',
    'DP',
    answer.theirCustomerCode === ''
      ? [answer.customerId, '', OURS]
      : codeOf(answer.theirCustomerCode, THEIRS),
  ),
]

const codeOf = (code: string, agency: string): string[] => [code, '', isGln(code) ? GS1 : agency]

const product = ({ line, theirProductCode, productNo, name }: AnswerLine, action: string): string[] => [
  isGtin(theirProductCode)
    ? segment('LIN', String(line), action, [theirProductCode, 'SRV'])
    : segment('LIN', String(line), action),
  theirProductCode === '' || isGtin(theirProductCode)
    ? segment('PIA', '1', [productNo, 'SA'])
    : segment('PIA', '5', [theirProductCode, 'IN'], [productNo, 'SA']),
  ...(name === '' ? [] : [segment('IMD', 'F', '', ['', '', '', ...nameOf(name)])]),
]

const price = ({ pricePence, weightGrams, netPence, quantity }: AnswerLine): string[] => {
  if (pricePence !== null)
    return [
      segment(
        'PRI',
        weightGrams === null ? ['AAA', pounds(pricePence)] : ['AAA', pounds(pricePence), '', '', '1', 'KGM'],
      ),
    ]
  if (netPence === null || quantity === 0) return []
  return [segment('PRI', ['AAA', (netPence / quantity / 100).toFixed(4)])]
}

const vatOf = (basisPoints: number): string =>
  segment('TAX', '7', 'VAT', '', '', ['', '', '', String(basisPoints / 100)], basisPoints === 0 ? 'Z' : 'S')

const deliveryCharge = ({ bill }: Answer): string[] =>
  bill === null || bill.deliveryChargePence === 0
    ? []
    : [
        segment('ALC', 'C', '', '', '', 'FC'),
        segment('MOA', ['23', pounds(bill.deliveryChargePence)]),
        vatOf(bill.deliveryVatBasisPoints ?? 0),
      ]

const totals = ({ bill }: Answer): string[] => {
  if (bill === null) return []
  const { netPence, deliveryChargePence, vat, vatPence, totalPence } = bill
  return [
    segment('MOA', ['79', pounds(netPence)]),
    ...(deliveryChargePence === 0 ? [] : [segment('MOA', ['131', pounds(deliveryChargePence)])]),
    segment('MOA', ['125', pounds(netPence + deliveryChargePence)]),
    segment('MOA', ['176', pounds(vatPence)]),
    segment('MOA', ['77', pounds(totalPence)]),
    ...vat.flatMap((row) => [
      vatOf(row.vatBasisPoints),
      segment('MOA', ['125', pounds(row.netPence)]),
      segment('MOA', ['124', pounds(row.vatPence)]),
    ]),
  ]
}

const countOf = ({ lines }: Answer): string => segment('CNT', ['2', String(lines.length)])

const dateOf = (what: string, day: string): string => segment('DTM', [what, day.replaceAll('-', ''), DAY])

const isGln = (code: string): boolean => code.length === 13 && isGtin(code)

/** A partner of an interchange is a GLN, or a name that both know. */
const partnerOf = (code: string): Element => (isGln(code) ? [code, '14'] : code.slice(0, NAME_PART))

/** Two parts of 35 characters: more has no place. */
const nameOf = (name: string): string[] =>
  [name.slice(0, NAME_PART), name.slice(NAME_PART, 2 * NAME_PART)].filter((text) => text !== '')

const kilograms = (grams: number): string => String(grams / 1_000)
const pounds = (pence: number): string => (pence / 100).toFixed(2)

/** `261125` and `0900`, in UTC. */
const stampOf = (now: Date): [day: string, time: string] => {
  const digits = now.toISOString().replaceAll(/\D/g, '')
  return [digits.slice(2, 8), digits.slice(8, 12)]
}

/** The syntax requires empty elements at the end of a segment to be left out. */
const segment = (name: string, ...elements: readonly Element[]): string =>
  `${withoutEnd([name, ...elements.map((element) => withoutEnd([element].flat().map(escaped), ':'))], '+')}'`

const withoutEnd = (parts: readonly string[], separator: string): string => {
  const last = parts.findLastIndex((part) => part !== '')
  return parts.slice(0, last + 1).join(separator)
}

/** ISO 8859-1 has no place for other characters. */
const escaped = (text: string): string =>
  text
    .normalize()
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?')
    .replaceAll(/[?+:']/g, '?$&')
