import type { Page } from '@playwright/test'

/**
 * The window's content as WebP, redrawn at that width.
 * @param parts.width of the picture, in pixels
 * @param parts.height of the window's visible part, in CSS pixels; without it, the whole window
 */
export const webpPicture = async (
  page: Page,
  { width, height, quality = 72 }: { width: number; height?: number; quality?: number },
): Promise<Buffer> => {
  const window = page.viewportSize()
  if (!window) throw new Error('A picture is of a window with a size')
  // The clip is in the document's coordinates.
  const y = await page.evaluate(() => scrollY)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y, width: window.width, height: height ?? window.height, scale: width / window.width },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
