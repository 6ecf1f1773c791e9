/** A photo as it is kept and sent: JPEG in Base64, small enough for a phone's storage and a kitchen's signal. */

const LONGEST_PX = 1_600
const BYTES_WANTED = 250_000
const QUALITIES = [0.82, 0.65, 0.5, 0.35]

/** @returns undefined for a file that this browser cannot read as a picture */
export const shrinkPhoto = async (file: Blob): Promise<string | undefined> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (picture === undefined) return undefined
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of QUALITIES) {
      const blob = await jpegOf(canvas, quality)
      if (blob && (blob.size <= BYTES_WANTED || quality === QUALITIES.at(-1))) return await base64Of(blob)
    }
    return undefined
  } finally {
    picture.close()
  }
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

export const photoUrl = (data: string): string => `data:image/jpeg;base64,${data}`
