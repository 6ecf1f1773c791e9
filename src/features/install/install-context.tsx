import { createContext, useContext } from 'react'
import { InstallButton } from './install-button.tsx'
import type { InstallPrompt } from './install-prompt.ts'

const InstallContext = createContext<InstallPrompt | undefined>(undefined)

export const InstallPromptProvider = InstallContext.Provider

/** The install button for a page; nothing where the app cannot be installed, or is already. */
export function InstallHere() {
  const prompt = useContext(InstallContext)
  return prompt ? <InstallButton prompt={prompt} /> : null
}
