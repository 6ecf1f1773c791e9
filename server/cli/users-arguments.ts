import { parseArgs } from 'node:util'
import { ACCOUNT_TYPES, type AccountType } from '#domain/user.ts'
import { errorText } from '#server/error-text.ts'
import { emailCell } from '#server/features/import/kinds/cells.ts'
import { usageError } from './arguments.ts'

const TYPES = ACCOUNT_TYPES.join(', ')

export const USERS_USAGE = `Usage: npm run users -- list [TYPE]
       npm run users -- add EMAIL --name NAME --type TYPE [--customers A,B]
       npm run users -- role EMAIL TYPE
       npm run users -- unlock EMAIL
       npm run users -- revoke EMAIL
       npm run users -- reset EMAIL

list     who may sign in, whose sign-in is on stop, and who has a password to change
add      prints a one-time password, which they change at their first sign-in
role     gives them another account type, and signs them out everywhere
unlock   ends locks after wrong passwords, and opens a sign-in that is on stop
revoke   signs them out everywhere
reset    mails a link and a code to choose a new password, and removes passkeys and second factor

TYPE is one of ${TYPES}. Customers and accounts come by npm run import. The
running server need not be stopped. At least one administrator always remains.

Exit codes: 0 done, 1 it could not run, and nothing has changed.`

export type UsersArguments =
  | { what: 'list'; accountType: AccountType | undefined }
  | { what: 'add'; email: string; username: string; accountType: AccountType; customers: string[] }
  | { what: 'role'; email: string; accountType: AccountType }
  | { what: 'unlock' | 'revoke' | 'reset'; email: string }

/** @throws CodedError `usage` */
export const readUsersArguments = (args: string[]): UsersArguments | 'help' => {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [what, first, second, ...more] = positionals
  const { name, type, customers } = values
  if (more.length > 0) throw usage(`${more[0]} is one argument too many.`)
  if (what !== 'add' && (name ?? type ?? customers) !== undefined)
    throw usage('--name, --type and --customers go with add.')
  switch (what) {
    case 'list':
      if (second !== undefined) throw usage('list takes one account type.')
      return { what, accountType: first === undefined ? undefined : typeOf(first) }
    case 'add':
      if (second !== undefined) throw usage('add takes one address.')
      return {
        what,
        email: emailOf(first),
        username: nameOf(name),
        accountType: typeOf(type),
        customers: listOf(customers),
      }
    case 'role':
      return { what, email: emailOf(first), accountType: typeOf(second) }
    case 'unlock':
    case 'revoke':
    case 'reset':
      if (second !== undefined) throw usage(`${what} takes one address.`)
      return { what, email: emailOf(first) }
    default:
      throw usage('Say what to do: list, add, role, unlock, revoke or reset.')
  }
}

const emailOf = (text = ''): string => {
  const email = text.trim()
  if ('code' in emailCell(email)) throw usage('Name them by their e-mail address.')
  return email
}

const nameOf = (text = ''): string => {
  const name = text.trim()
  if (name === '' || name.length > 100) throw usage('--name is their name, of up to 100 characters.')
  return name
}

const typeOf = (text = ''): AccountType => {
  const found = ACCOUNT_TYPES.find((type) => type === text.toUpperCase())
  if (found === undefined) throw usage(`The account type is one of ${TYPES}.`)
  return found
}

const listOf = (text = ''): string[] => [
  ...new Set(
    text
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
]

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        type: { type: 'string' },
        customers: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usage(errorText(error))
  }
}

const usage = (why: string) => usageError(why, USERS_USAGE)
