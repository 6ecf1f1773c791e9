import { type ComponentProps, createContext, useContext, useState } from 'react'
import { InstallBanner } from './install-banner.tsx'
import { InstallButton } from './install-button.tsx'
import type { InstallPrompt } from './install-prompt.ts'
import { useInstallState } from './use-install.ts'

const InstallContext = createContext<InstallPrompt | undefined>(undefined)

export const InstallPromptProvider = InstallContext.Provider

export function InstallHere() {
  const prompt = useContext(InstallContext)
  return prompt ? <InstallButton prompt={prompt} /> : null
}

export function InstallBannerHere(props: Omit<ComponentProps<typeof InstallBanner>, 'prompt'>) {
  const prompt = useContext(InstallContext)
  return prompt ? <InstallBanner prompt={prompt} {...props} /> : null
}

export const useIsInstallable = (): boolean => {
  const prompt = useContext(InstallContext)
  return useInstallState(prompt ?? NO_PROMPT) !== 'unavailable'
}

/** Whether it was when this page opened: browsers offer it seconds later, and a banner would push rows from under a finger. */
export const useWasInstallable = (page: string): boolean => {
  const isInstallable = useIsInstallable()
  const [opened, setOpened] = useState({ page, isInstallable })
  if (opened.page !== page) setOpened({ page, isInstallable })
  return opened.isInstallable
}

const NO_PROMPT: Pick<InstallPrompt, 'state' | 'subscribe'> = {
  state: () => 'unavailable',
  subscribe: () => () => {},
}
