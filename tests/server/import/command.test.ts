import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { demoProgram } from '#server/cli/demo-program.ts'
import { importProgram } from '#server/cli/import-program.ts'
import { pricesProgram } from '#server/cli/prices-program.ts'
import { failureOf, type Program } from '#server/cli/program.ts'
import { products } from '#server/db/schema/products.ts'
import { users } from '#server/db/schema/users.ts'
import { isPassword } from '#server/passwords.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv } from '#tests/support/import.ts'
import { startNode } from '#tests/support/server-process.ts'

/** The commands as a person runs them. */

const { database, url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'trolly-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content)
/** In this process; failures are written to the output as on a terminal. */
const run = async (program: Program, ...args: string[]) => {
  const said: string[] = []
  const warned: string[] = []
  const context = {
    args: args.map((arg) => (/\.(csv|json)$/.test(arg) ? join(folder, arg) : arg)),
    openDatabase: async () => database,
    findDatabase: async () => url,
    stateDir: '',
    signal: new AbortController().signal,
    say: (text: string) => said.push(text),
    warn: (text: string) => warned.push(text),
  }
  try {
    const exit = await program(context)
    return { exit, output: said.join('\n'), warnings: warned.join('\n') }
  } catch (error) {
    const { message, code } = failureOf(error)
    return { exit: 1, output: `${message} [${code}]`, warnings: warned.join('\n') }
  }
}

describe('npm run import', () => {
  it('reports what it did, and no changes the second time', async () => {
    file('good.csv', csv('product_no,name,colour', 'A1,Peas,green', 'A2,Beans,green'))
    const first = await run(importProgram, 'products', 'good.csv')
    expect(first.exit).toBe(0)
    expect(first.output).toContain('read 2 · added 2 · changed 0 · unchanged 0 · refused 0')
    expect(first.output).toContain('columns not read: colour')
    const second = await run(importProgram, 'products', 'good.csv', '--format', 'json')
    expect(second.exit).toBe(0)
    expect(JSON.parse(second.output)).toMatchObject({ read: 2, added: 0, unchanged: 2, dryRun: false })
  })

  it('exits with 2 if rows were refused, and reports each one safely for a spreadsheet', async () => {
    file('some.csv', csv('product_no,name,gtins', 'B1,Peas,', 'A\u200b1,"=HYPERLINK(""x"")",=1+1'))
    const { exit, output } = await run(importProgram, 'products', 'some.csv', '--report', 'report.csv')
    expect(exit).toBe(2)
    expect(output).toContain('added 1')
    expect(output).toMatch(/line 3, product_no: .*\[invalid_text\]/)
    const report = readFileSync(join(folder, 'report.csv'), 'utf8')
    expect(report.split('\r\n')[0]).toBe('line,column,value,code,why,result')
    expect(report).toContain('3,product_no,A\u200b1,invalid_text,')
    expect(report).toMatch(/3,gtins,"'=1\+1",invalid_gtin,.*,refused\r\n/)

    await run(importProgram, 'products', 'some.csv', '--report', 'report.json', '--dry-run')
    const rows: unknown = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(rows).toMatchObject([
      { line: 3, column: 'product_no', value: 'A\u200b1', code: 'invalid_text', result: 'refused' },
      { line: 3, column: 'gtins', value: '=1+1', code: 'invalid_gtin', result: 'refused' },
    ])
  })

  it('exits with 0 where rows have only warnings, and lists them', async () => {
    file('own.csv', csv('product_no,name', 'W1,Peas', 'W2,Beans'))
    await run(importProgram, 'products', 'own.csv')
    file('below.csv', csv('product_no,quantity', 'W1,-3', 'W2,4', 'W2,-9'))
    const refused = await run(importProgram, 'stock', 'below.csv', '--report', 'below-report.csv')
    // A row that is refused has no warning.
    expect([refused.exit, refused.output]).toEqual([2, expect.stringContaining('with a warning 1')])
    file('below.csv', csv('product_no,quantity', 'W1,-3', 'W2,4'))
    const { exit, output } = await run(importProgram, 'stock', 'below.csv', '--report', 'below-report.csv')
    expect([exit, output]).toEqual([0, expect.stringMatching(/line 2, quantity: .*0.* "-3" \[below_zero\]/)])
    const report = readFileSync(join(folder, 'below-report.csv'), 'utf8')
    expect(report.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^2,quantity,-3,below_zero,.*,imported$/),
      '',
    ])
  })

  it('exits with 1 and a code if it cannot run', async () => {
    file('latin.csv', Buffer.from(csv('product_no,name', 'A1,Caf\xe9'), 'latin1'))
    const cases: [string[], string][] = [
      [[], 'usage'],
      [['fruit', 'good.csv'], 'usage'],
      [['products', 'good.csv', '--fast'], 'usage'],
      [['products', 'missing.csv'], 'file_unreadable'],
      [['products', '.'], 'file_unreadable'],
      [['products', 'good.csv', '--mapping', 'missing.json'], 'mapping_unreadable'],
      [['products', 'good.csv', '--mapping', 'uk-outcodes'], 'mapping_invalid'],
      [['products', 'latin.csv'], 'wrong_encoding'],
      [['products', 'good.csv', '--report', 'no/such/folder.csv'], 'report_not_writable'],
    ]
    for (const [args, code] of cases) {
      const { exit, output } = await run(importProgram, ...args)
      expect([args, exit, output]).toEqual([args, 1, expect.stringContaining(`[${code}]`)])
    }
    const json = await run(importProgram, 'products', 'latin.csv', '--format', 'json')
    expect(JSON.parse(json.output)).toMatchObject({ error: { code: 'wrong_encoding' } })
  })

  it('gives new users a password, in a new file that only its owner can read', async () => {
    file('users.csv', csv('email,username,account_type', 'new@example.com,New,ST'))
    const { exit } = await run(importProgram, 'users', 'users.csv', '--passwords', 'passwords.csv')
    expect(exit).toBe(0)
    const path = join(folder, 'passwords.csv')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const [header, row = ''] = readFileSync(path, 'utf8').split('\r\n')
    expect(header).toBe('email,password')
    const [email, password = ''] = row.split(',')
    const [user] = await database.select().from(users)
    expect(email).toBe('new@example.com')
    expect(await isPassword(user?.passwordHash ?? '', password)).toBe(true)

    const again = await run(importProgram, 'users', 'users.csv', '--passwords', 'passwords.csv')
    expect([again.exit, again.output]).toEqual([1, expect.stringContaining('[passwords_not_writable]')])
  })
})

describe('npm run demo:prices', () => {
  it('writes the same importable prices and stock for the database’s products each time', async () => {
    await database.delete(products)
    file('p.csv', csv('product_no,name,category', 'A1,Peas,x', 'A2,Gin,Spirits'))
    await run(importProgram, 'products', 'p.csv')
    const first = await run(
      pricesProgram,
      '--out',
      'prices.csv',
      '--stock',
      'stock.csv',
      '--lists',
      'STANDARD,OTHER',
    )
    expect([first.exit, first.output]).toEqual([0, expect.stringContaining('prices of 2 products')])
    const written = readFileSync(join(folder, 'prices.csv'), 'utf8')
    expect(written.split('\r\n')).toHaveLength(6)
    await run(pricesProgram, '--out', 'again.csv', '--lists', 'STANDARD,OTHER')
    expect(readFileSync(join(folder, 'again.csv'), 'utf8')).toBe(written)

    const prices = await run(importProgram, 'prices', 'prices.csv')
    expect([prices.exit, prices.output]).toEqual([0, expect.stringContaining('added 4')])
    const stock = await run(importProgram, 'stock', 'stock.csv')
    expect([stock.exit, stock.output]).toEqual([0, expect.stringContaining('added 2')])
  })

  it('writes prices for the products of a file, using a mapping', async () => {
    file('foreign.csv', csv('Code,Title', 'X1,Peas', ',Broken', '=X2,Beans'))
    // Windows' editor begins it with a byte order mark.
    file(
      'm.json',
      `\ufeff${JSON.stringify({ for: 'products', columns: { product_no: 'Code', name: 'Title' } })}`,
    )
    const { exit } = await run(
      pricesProgram,
      ...['--products', 'foreign.csv', '--mapping', 'm.json', '--out', 'x.csv', '--lists', 'STD'],
    )
    expect(exit).toBe(0)
    const lines = readFileSync(join(folder, 'x.csv'), 'utf8').trim().split('\r\n')
    expect(lines[0]).toBe('price_list,product_no,price')
    expect(lines.slice(1).map((line) => line.replace(/\d+\.\d\d$/, '#'))).toEqual(['STD,X1,#', 'STD,=X2,#'])
  })
})

describe('npm run demo', () => {
  it('does not change a database that has data, unless told to', async () => {
    await database.delete(products)
    file('own.csv', csv('product_no,name', 'OWN,Ours'))
    await run(importProgram, 'products', 'own.csv')
    const plain = await run(demoProgram, '--products', '50')
    expect([plain.exit, plain.output]).toEqual([1, expect.stringContaining('[not_empty]')])
    const reset = await run(demoProgram, '--products', '50', '--reset')
    expect([reset.exit, reset.output]).toEqual([1, expect.stringContaining('[not_demo_data]')])
    expect(await database.select().from(products)).toHaveLength(1)

    const added = await run(demoProgram, '--products', '50', '--months', '1', '--add')
    expect([added.exit, added.output]).toEqual([0, expect.stringContaining('Added 50 products')])
    expect(added.output).toContain('chef@example.com')
    expect(added.output).toContain('Restart it')
    expect(await database.select().from(products)).toHaveLength(51)

    // Earlier data is still not the demo's to delete.
    const again = await run(demoProgram, '--products', '20', '--months', '0', '--reset')
    expect([again.exit, again.output]).toEqual([1, expect.stringContaining('[not_demo_data]')])
    const anew = await run(demoProgram, '--products', '20', '--months', '0', '--reset', '--even-real-data')
    expect([anew.exit, anew.output]).toEqual([0, expect.stringMatching(/Deleted .*51 products/)])
    expect(await database.select().from(products)).toHaveLength(20)
    const demo = await run(demoProgram, '--products', '10', '--months', '0', '--reset')
    expect([demo.exit, demo.output]).toEqual([0, expect.stringContaining('Added 10 products')])

    // While the demo's users may sign in, each import says so.
    expect((await run(importProgram, 'products', 'own.csv')).warnings).toContain('10 demo users')
    const [, password = ''] = /admin@example\.com +(\S+)/.exec(demo.output) ?? []
    expect(password).toHaveLength(19)
    const other = await run(demoProgram, '--new-password')
    expect(other.output).toMatch(/admin@example\.com +\S{19} /)
    expect(other.output).not.toContain(password)
    expect((await run(demoProgram, '--deactivate')).output).toBe('Deactivated 10 demo users.')
    expect((await run(demoProgram, '--deactivate')).output).toBe('There are no demo users.')
    expect((await run(importProgram, 'products', 'own.csv')).warnings).toBe('')
  })
})

describe('the import program as a process', () => {
  it('reads its arguments and the database from outside, and exits with its code', async () => {
    file('outside.csv', csv('product_no,name', 'OUT1,Peas', ',Nothing'))
    const child = startNode(['--import', 'tsx', 'server/cli/import.ts', 'products', 'outside.csv'], {
      DATABASE_URL: url,
      INIT_CWD: folder,
    })
    expect([await child.ended(), child.output()]).toEqual([2, expect.stringContaining('read 2 · added 1')])
  })
})
