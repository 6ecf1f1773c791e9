import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { products } from '#contract/products.ts'
import { PICTURE_WIDTHS, pictureSources } from '#domain/pictures.ts'
import { importProgram } from '#server/cli/import-program.ts'
import { DRAWN } from '#server/db/demo/pictures/drawn-product.ts'
import { pictureFiles } from '#server/db/schema/pictures.ts'
import { aProduct, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { app, database, call } = await startTestApp()
const { token } = await aUser(database)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trolly-pictures-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const photograph = (colour: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content)

const run = async (...args: string[]) => {
  const said: string[] = []
  const exit = await importProgram({
    args: ['pictures', folder, '--format', 'json', ...args],
    openDatabase: async () => database,
    findDatabase: async () => '',
    stateDir: '',
    signal: new AbortController().signal,
    say: (text) => said.push(text),
    warn: () => {},
  })
  const { read, added, changed, unchanged, refused, refusedFiles } = JSON.parse(said.join('\n'))
  const refusals = Object.fromEntries(
    refusedFiles.map(({ file, code }: { file: string; code: string }) => [file, code]),
  )
  return { exit, counts: { read, added, changed, unchanged, refused }, refusals }
}

/** Of the product as devices hear of it. */
const download = async (since?: string) => {
  const { body } = await call(products.assortment, { token, query: since === undefined ? {} : { since } })
  return body as { cursor: string; products: { product_no: string; picture?: string }[] }
}

const addressesOf = (product_no: string, picture: string): string[] =>
  Object.values(pictureSources({ product_no, picture }) ?? {}).flatMap((srcset) =>
    srcset.split(',').map((each) => each.split(' ')[0] ?? ''),
  )

describe('a folder of pictures', () => {
  it('is imported by code and barcode, told to devices as a change, and served in every size', async () => {
    const byCode = await aProduct(database, { product_no: 'PIC-1' })
    const byBarcode = await aProduct(database, { product_no: 'PIC-2', gtins: ['05000000000012'] })
    const { cursor } = await download()
    put('PIC-1.jpg', await photograph('#cc3300').jpeg().toBuffer())
    // Content decides, whatever the ending says; and a barcode may lack the zeros before it.
    put('5000000000012.jpg', await photograph('#00aa33', 60, 90).png().toBuffer())
    expect((await run('--dry-run')).counts).toMatchObject({ read: 2, added: 2, refused: 0 })
    expect((await download(cursor)).products).toEqual([])

    expect(await run()).toEqual({
      exit: 0,
      counts: { read: 2, added: 2, changed: 0, unchanged: 0, refused: 0 },
      refusals: {},
    })
    const changes = await download(cursor)
    expect(changes.products.map(({ product_no }) => product_no).sort()).toEqual([byCode, byBarcode])
    const picture = changes.products.find(({ product_no }) => product_no === byCode)?.picture ?? ''
    expect(picture).toMatch(/^[\w-]{6}$/)

    const sizes = await Promise.all(
      addressesOf(byCode, picture).map(async (url) => {
        const { statusCode, headers, rawPayload } = await app.inject({ url })
        expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
        const { width, height, format } = await sharp(rawPayload).metadata()
        return [headers['content-type'], format, width, height]
      }),
    )
    expect(sizes).toEqual([
      ...PICTURE_WIDTHS.map((width) => ['image/avif', 'heif', width, Math.round((width * 2) / 3)]),
      ...PICTURE_WIDTHS.map((width) => ['image/webp', 'webp', width, Math.round((width * 2) / 3)]),
    ])

    // The same folder again changes nothing; another picture has another address, and the old one ends.
    expect((await run()).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect((await download(changes.cursor)).products).toEqual([])
    put('PIC-1.jpg', await photograph('#3355cc').webp().toBuffer())
    expect((await run()).counts).toMatchObject({ added: 0, changed: 1, unchanged: 1 })
    const [changed] = (await download(changes.cursor)).products
    expect(changed?.picture).not.toBe(picture)
    const gone = await app.inject({ url: addressesOf(byCode, picture)[0] ?? '' })
    expect([gone.statusCode, gone.json().code, gone.headers['cache-control']]).toEqual([
      404,
      'not_found',
      'no-store',
    ])
    expect(await database.$count(pictureFiles)).toBe(12)
  })

  it('turns photographs upright and keeps nothing that the camera noted', async () => {
    const product_no = await aProduct(database)
    const noted = photograph('#445566', 300, 200).withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    put(`${product_no}.jpg`, await noted.withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect((await run()).counts.added).toBe(1)
    const files = await database.select().from(pictureFiles)
    const own = files.filter((file) => file.product_no === product_no && file.width === 320)
    for (const { bytes } of own) {
      const { width, height, exif, orientation } = await sharp(bytes).metadata()
      expect([width, height, exif, orientation]).toEqual([200, 300, undefined, undefined])
    }
  })

  it('refuses wrong files by name, with a reason that stays the same, and imports the rest', async () => {
    const good = await aProduct(database)
    const twice = await aProduct(database)
    for (const _ of [1, 2]) await aProduct(database, { gtins: ['5000000000098'] })
    const jpeg = await photograph('#777777', 400, 400).jpeg().toBuffer()
    put(`${good}.jpg`, jpeg)
    put('.DS_Store', 'x')
    put('notes.txt', 'no picture')
    put('drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    put('nobody-1.jpg', jpeg)
    put('5000000000098.jpg', jpeg)
    put(`${twice}.jpg`, jpeg)
    put(`${twice}.png`, await photograph('#777777', 40, 40).png().toBuffer())
    const broken = await aProduct(database)
    const noise = Buffer.from(Array.from({ length: 160_000 * 3 }, (_, at) => (at * 7919) % 251))
    const whole = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
      .jpeg()
      .toBuffer()
    put(`${broken}.jpg`, whole.subarray(0, whole.length / 2))
    const huge = await aProduct(database)
    put(
      `${huge}.png`,
      await photograph('#fff', 12_000, 9_000).greyscale().png({ compressionLevel: 1 }).toBuffer(),
    )
    const heavy = await aProduct(database)
    put(`${heavy}.jpg`, Buffer.concat([jpeg, Buffer.alloc(30_000_000)]))
    mkdirSync(join(folder, 'more'))

    const { exit, counts, refusals } = await run('--report', join(folder, 'report.csv'))
    expect(refusals).toEqual({
      'notes.txt': 'not_an_image',
      'drawing.jpg': 'not_an_image',
      'nobody-1.jpg': 'unknown_code',
      '5000000000098.jpg': 'ambiguous',
      [`${twice}.jpg`]: 'ambiguous',
      [`${twice}.png`]: 'ambiguous',
      [`${broken}.jpg`]: 'broken_image',
      [`${huge}.png`]: 'too_large',
      [`${heavy}.jpg`]: 'too_large',
      more: 'not_an_image',
    })
    expect([exit, counts.added, counts.refused]).toEqual([2, 1, 10])
    const report = readFileSync(join(folder, 'report.csv'), 'utf8')
    expect(report).toContain('file,code,why')
    expect(report).toContain('nobody-1.jpg,unknown_code,')
    expect(existsSync(join(folder, '.DS_Store'))).toBe(true)
  })
})

describe('a picture’s address', () => {
  const notThere = async (url: string) => {
    const { statusCode, body } = await app.inject({ url })
    return [statusCode, JSON.parse(body).code]
  }

  it('that is wrong in any part is 404', async () => {
    const product_no = await aProduct(database)
    for (const url of [
      `/pictures/${product_no}/abcdef/168.avif`,
      `/pictures/nothing/${DRAWN}/168.avif`,
      `/pictures/${product_no}/abcdef/168.exe`,
      `/pictures/${product_no}/abcdef/169.avif`,
      `/pictures/${product_no}/abcdef/NaN.webp`,
    ])
      expect(await notThere(url), url).toEqual([404, 'not_found'])
  })

  it('of the demo is drawn when first asked for, once for all who ask, and then kept', async () => {
    const product_no = await aProduct(database, {
      product_no: 'D/1',
      picture: DRAWN,
      name: 'Salad Tomatoes',
      brand: 'Greenhythe Row',
      department: 'Fruit & Vegetables',
      group: 'Salad & Herbs',
      category: 'Tomatoes',
      storageType: 'chilled',
    })
    const url = addressesOf(product_no, DRAWN)[0] ?? ''
    const replies = await Promise.all([app.inject({ url }), app.inject({ url })])
    for (const { statusCode, rawPayload } of replies) {
      expect(statusCode).toBe(200)
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 168, height: 168, hasAlpha: true })
    }
    const stored = await database.select().from(pictureFiles)
    expect(stored.filter((file) => file.product_no === product_no)).toHaveLength(1)
  })
})
