import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerCustomXPathFunction } from 'fontoxpath'
import { Schema } from 'node-schematron'
import { validateXML } from 'xmllint-wasm'
import { gtinCheckDigit } from '#domain/gtin.ts'

/**
 * The published schema and rules of e-invoices, from a folder of yours: their licences keep them out of this one. docs/testing.md says
 * what it holds.
 */
export type PublishedRules = {
  /** What is wrong, by the schema of UBL. */
  schemaFaults: (xml: string) => Promise<string[]>
  /** The rules of EN 16931 and of Peppol that it breaks, warnings included. */
  brokenRules: (xml: string) => string[]
}

const RULES = ['CEN-EN16931-UBL.sch', 'PEPPOL-EN16931-UBL.sch']

/** undefined without such a folder */
export const publishedRules = (folder: string | undefined): PublishedRules | undefined => {
  if (folder === undefined || !existsSync(folder)) return undefined
  registerFunctions()
  const schemas = RULES.map((name) => Schema.fromString(readFileSync(join(folder, name), 'utf8')))
  const files = (under: string) =>
    readdirSync(join(folder, under))
      .filter((name) => name.endsWith('.xsd'))
      .map((name) => ({ fileName: name, contents: readFileSync(join(folder, under, name), 'utf8') }))
  const common = files('common')
  const main = files('maindoc')
  return {
    schemaFaults: async (xml) => {
      const [, root = ''] = /<(Invoice|CreditNote)\b/.exec(xml) ?? []
      const schema = main.find(({ fileName }) => fileName.startsWith(`UBL-${root}-`))
      if (schema === undefined) return ['It is neither an invoice nor a credit note.']
      const { errors } = await validateXML({
        xml: [{ fileName: 'document.xml', contents: xml }],
        schema: [{ ...schema, contents: schema.contents.replaceAll('../common/', '') }],
        preload: common,
      })
      return errors.map(({ rawMessage }) => rawMessage)
    },
    brokenRules: (xml) =>
      schemas.flatMap((schema) =>
        schema
          .validateString(xml)
          .flatMap(({ assertId, isReport }) => (isReport ? [] : [assertId ?? 'a rule'])),
      ),
  }
}

/** Functions that Peppol writes in XSLT. Other countries' numbers, which its examples have, are taken as they are. */
const registerFunctions = (): void => {
  const named = (localName: string) => ({ namespaceURI: 'utils', localName })
  registerCustomXPathFunction(
    named('slack'),
    ['item()', 'item()', 'item()'],
    'xs:boolean',
    (_, ...given: unknown[]) => {
      const [expected = Number.NaN, value = Number.NaN, slack = 0] = given.map(numberOf)
      return Math.abs(expected - value) <= slack + FLOAT_ERROR
    },
  )
  registerCustomXPathFunction(named('gln'), ['item()?'], 'xs:boolean', (_, value: unknown) =>
    isGln(String(value)),
  )
  for (const name of NATIONAL) registerCustomXPathFunction(named(name), ['item()?'], 'xs:boolean', () => true)
}

/** A node, as its text. */
const numberOf = (value: unknown): number =>
  Number(typeof value === 'object' ? (value as { textContent: string } | null)?.textContent : value)

/** Of any length, as the rule has it. */
const isGln = (text: string): boolean => gtinCheckDigit(text.slice(0, -1)) === Number(text.at(-1))

/** The rules count in decimals, and so do not have it. */
const FLOAT_ERROR = 1e-9

const NATIONAL = [
  'mod11',
  'mod97-0208',
  'checkCodiceIPA',
  'checkCF',
  'checkPIVAseIT',
  'checkSEOrgnr',
  'abn',
  'TinVerification',
]
