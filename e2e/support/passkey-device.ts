import type { Page } from '@playwright/test'

/**
 * Gives the page's device a place for passkeys that recognises its owner at once (Chromium's virtual authenticator). It outlives
 * reloads of the page.
 */
export const withPasskeyDevice = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
