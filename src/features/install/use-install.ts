import { useSyncExternalStore } from 'react'
import type { InstallPrompt, InstallState } from './install-prompt.ts'

export const useInstallState = (prompt: Pick<InstallPrompt, 'state' | 'subscribe'>): InstallState =>
  useSyncExternalStore(prompt.subscribe, prompt.state, () => 'unavailable')
