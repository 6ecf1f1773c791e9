import { Group, Text } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { type AddOutcome, isAdded, type Wanted } from '#domain/add-all.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './add-all.module.css'
import { AddAllContent } from './add-all-content.tsx'
import { useAddAll } from './use-add-all.ts'

export type AddAllProps = {
  trolly: OpenTrolly
  wanted: readonly Wanted[]
  /** Once the person has looked at the outcomes and kept them. */
  onAdded?: ((outcomes: readonly AddOutcome[]) => unknown) | undefined
  /** One quiet button, and outcomes only if one needs a look. */
  brief?: boolean | undefined
}

/** Adds all or some products to a trolly and shows an outcome for each. Absent for people who may not order. */
export function AddAll({ trolly: { view }, wanted, onAdded, brief }: AddAllProps) {
  const mayOrder = useMayOrder()
  const { state, add, choose, close, undoAndClose } = useAddAll(view, { onAdded, isBrief: brief })
  const whyId = useId()
  if (!mayOrder || (wanted.length === 0 && state.step === 'closed')) return null
  const isClosed = view.readOnly || view.state !== 'open'
  const chosen =
    state.step === 'choosing' ? wanted.filter(({ product_no }) => !state.left.has(product_no)) : []
  const name = `Add all ${wanted.length} to the trolly`
  const sheet = (
    <Sheet
      open={state.step !== 'closed' && !(brief && state.step === 'adding')}
      onClose={close}
      flush
      title={state.step === 'added' ? addedTitle(state.outcomes) : 'Add to trolly'}
      foot={
        state.step === 'choosing' ? (
          <Button variant="filled" disabled={chosen.length === 0} onClick={() => add(chosen)}>
            Add {chosen.length}
          </Button>
        ) : state.step === 'failed' ? (
          <Button variant="filled" onClick={() => add(state.wanted)}>
            Try again
          </Button>
        ) : state.step === 'added' ? (
          <div className={styles.foot}>
            {state.outcomes.some(isAdded) ? (
              <Button onClick={() => undoAndClose(state.outcomes)}>Undo all</Button>
            ) : null}
            <Button variant="filled" onClick={close}>
              Done
            </Button>
          </div>
        ) : undefined
      }
    >
      {state.step === 'closed' ? null : <AddAllContent state={state} wanted={wanted} onChoose={choose} />}
    </Sheet>
  )
  if (brief)
    return (
      <div data-screen-only>
        <Button
          variant="subtle"
          compact
          aria-label={name}
          disabled={isClosed}
          loading={state.step === 'adding'}
          onClick={() => add(wanted)}
        >
          Add all {wanted.length}
        </Button>
        {sheet}
      </div>
    )
  return (
    <Group gap={8} px="var(--page-edge, var(--s4))" py={8} data-screen-only>
      <Button
        icon={<IconShoppingCartPlus size={18} aria-hidden="true" />}
        aria-label={name}
        aria-describedby={isClosed ? whyId : undefined}
        disabled={isClosed}
        onClick={() => add(wanted)}
      >
        Add all {wanted.length}
      </Button>
      <Button variant="subtle" disabled={isClosed} onClick={() => choose()}>
        Choose some
      </Button>
      {isClosed ? (
        <Text id={whyId} size="xs" c="dimmed">
          This trolly can’t be changed at the moment.
        </Text>
      ) : null}
      {sheet}
    </Group>
  )
}

const addedTitle = (outcomes: readonly AddOutcome[]): string => {
  const count = outcomes.filter(isAdded).length
  return count === outcomes.length ? `${count} added` : `${count} of ${outcomes.length} added`
}
