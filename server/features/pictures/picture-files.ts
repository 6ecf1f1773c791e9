import sharp, { type Sharp } from 'sharp'
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from '#domain/pictures.ts'

/** A picture in one width and format. */
export type PictureFile = { width: number; format: PictureFormat; bytes: Buffer }

/** Raise it when sizes or quality change: the next import of the same files then makes them anew. */
export const PIPELINE = 1

/** A camera's largest; more is a mistake or an attack on the memory. */
export const PIXELS_MAX = 100_000_000

const [LARGEST] = PICTURE_WIDTHS.toReversed()

const ENCODERS = {
  avif: (image: Sharp, effort: number) => image.avif({ quality: 58, effort }),
  webp: (image: Sharp) => image.webp({ quality: 80, alphaQuality: 90 }),
} satisfies Record<PictureFormat, (image: Sharp, effort: number) => Sharp>

/**
 * Every width in every format, upright, in sRGB and without the camera's notes, such as where it was taken. A small picture is not enlarged.
 * @throws Error where it cannot be decoded
 */
export const pictureFilesOf = async (picture: Buffer): Promise<PictureFile[]> => {
  // Decoded once. A warning is a damaged file, half of which would be grey.
  const { data, info } = await sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'warning' })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: across, height, channels } = info
  return await Promise.all(
    PICTURE_WIDTHS.flatMap((width) =>
      PICTURE_FORMATS.map(async (format) => {
        const image = sharp(data, { raw: { width: across, height, channels } })
        return { width, format, bytes: await encoded(image, width, format) }
      }),
    ),
  )
}

/** A drawing of the demo. Somebody waits for it, so it is packed less tightly: that is several times faster. */
export const drawnPictureFile = (svg: string, width: number, format: PictureFormat): Promise<Buffer> =>
  encoded(sharp(Buffer.from(svg)), width, format, EFFORT_WHILE_WAITING)

/** Of 9: the encoder's usual one, and a quick one. */
const EFFORT = 4
const EFFORT_WHILE_WAITING = 1

const encoded = (image: Sharp, width: number, format: PictureFormat, effort = EFFORT): Promise<Buffer> =>
  ENCODERS[format](
    image.resize({ width, height: width, fit: 'inside', withoutEnlargement: true }),
    effort,
  ).toBuffer()
