import type { BarcodeFormat } from 'barcode-detector/ponyfill'

/** Of food and its cases, and the two that wholesalers print themselves. */
const FORMATS: BarcodeFormat[] = [
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'itf',
  'code_128',
  'data_matrix',
  'qr_code',
]

/** @returns the texts in a picture, or in a video's current one */
export type ReadCodes = (picture: HTMLVideoElement | ImageBitmap) => Promise<string[]>

type Detector = { detect: (picture: HTMLVideoElement | ImageBitmap) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: BarcodeFormat[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The platform's own where there is one, since it costs less battery, else ZXing's, from this build. */
export const loadReader = async (): Promise<ReadCodes> => {
  const detector = (await ownDetector()) ?? (await zxingDetector())
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

const ownDetector = async (): Promise<Detector | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  // Some have the class and no formats.
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => undefined)) ?? []
  if (!BarcodeDetector || !FORMATS.every((format) => known.includes(format))) return undefined
  return new BarcodeDetector({ formats: FORMATS })
}

const zxingDetector = async (): Promise<Detector> => {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // By default it would come from another host.
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats: FORMATS })
}
