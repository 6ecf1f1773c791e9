import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useRef } from 'react'
import type { TemplateView } from '#domain/templates/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'
import { noteQuantities } from './template-actions.ts'

/** Longer than between two taps: each note is a second write beside the trolly's (bench `templates`). */
const NOTED = { delay: 2_000, flushOnUnmount: true }

/** Stores what was ordered line by line as last quantities once tapping pauses, at the latest when the page is left. */
export const useNotedQuantities = (template: TemplateView) => {
  const device = useUserDevice()
  const ordered = useRef(new Map<string, number>())
  const write = useDebouncedCallback(() => {
    const added = [...ordered.current].map(([product_no, quantity]) => ({ product_no, quantity }))
    ordered.current.clear()
    void noteQuantities(device, template, added).catch(showFailure)
  }, NOTED)
  useCommitWhenLeaving(() => write.flush())
  return useCallback(
    (product_no: string, quantity: number): void => {
      ordered.current.set(product_no, quantity)
      write()
    },
    [write],
  )
}
