import { Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { isAdded } from '#domain/add-all.ts'
import { countText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { isReadAsCode, quickLinesOf } from '#domain/quick-add.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { ListArea } from '#src/device/list-area.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { addWanted, undoWanted } from '#src/features/trolly/add-all/add-wanted.ts'
import { Outcomes } from '#src/features/trolly/add-all/outcomes.tsx'
import { SaidReview } from '#src/features/trolly/said-order/said-review.tsx'
import {
  type FindSaid,
  readSaidRows,
  type SaidOrderRead,
  type SaidRow,
  wantedOf,
} from '#src/features/trolly/said-order/said-rows.ts'
import { SayIt } from '#src/features/trolly/said-order/say-it.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { addLines, type QuickAddTarget, type QuickOutcome } from './quick-add.ts'
import { sharedList } from './shared-list.ts'

export type PasteSheetProps = {
  onClose: () => void
  trolly: { id: string; customerId: string; priceListId: string }
  target: QuickAddTarget
  /** What was pasted into the field of the page, to be read at once. */
  pasted: string
  /** What was left here before. */
  kept: string
  /** Called on leaving with what was not added. */
  onKeep: (text: string) => void
  loadEngine: () => Promise<{ findSaidLines: FindSaid }>
  suggest: ((text: string) => Promise<readonly Product[]>) | undefined
}

/** A list of codes is added as it is; any other text is read, and added once the person has checked it. */
export function PasteSheet(props: PasteSheetProps) {
  const { onClose, trolly, target, pasted, kept, onKeep, loadEngine, suggest } = props
  const device = useUserDevice()
  const ports = { device: useDevice(), user: device, trolly, loadEngine }
  const [text, setText] = useState(pasted || kept)
  const [outcomes, setOutcomes] = useState<QuickOutcome[]>([])
  const [failed, setFailed] = useState<string>()
  const [order, setOrder] = useState<Omit<SaidOrderRead, 'rows'>>()
  const [rows, setRows] = useState<readonly SaidRow[]>([])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Awaited<ReturnType<typeof addWanted>>['outcomes']>()
  const hasUnknown = outcomes.some(({ known }) => !known)
  const isCodes = !hasUnknown && quickLinesOf(text).every(isReadAsCode)

  const act = async (doing: () => Promise<void>, words: string) => {
    setFailed(undefined)
    setBusy(true)
    try {
      await doing()
    } catch (error) {
      setFailed(words)
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const addCodes = () =>
    act(async () => {
      const done = await addLines(device, target, text)
      setOutcomes(done)
      // Keep only the lines that failed, to be fixed.
      setText(
        done
          .filter(({ added }) => !added)
          .map((outcome) => outcome.text)
          .join('\n'),
      )
    }, 'Not all lines were added. Try again.')
  const check = (message = text) =>
    act(async () => {
      const { rows: read, ...rest } = await readSaidRows(ports, message)
      setRefused(undefined)
      setRows(read)
      setOrder(rest)
    }, 'This list could not be checked. Try again.')
  const addTicked = () =>
    act(async () => {
      const { outcomes: added, failure } = await addWanted(device, trolly, wantedOf(rows))
      if (failure !== undefined) return setFailed(`Nothing was added. ${failure}`)
      const count = added.filter(isAdded).length
      const undo = () => undoWanted(device, trolly.id, added).catch(showFailure)
      if (count > 0)
        notifications.show({
          message: `${countText(count, 'product')} added to the trolly`,
          statusColor: 'success',
          showInProduction: true,
          restoreButton: { onRestore: undo },
        })
      const left = rows.filter(({ isTicked }) => !isTicked)
      const notAdded = added.filter((outcome) => !isAdded(outcome))
      setText('')
      if (left.length === 0 && notAdded.length === 0) {
        onKeep('')
        return onClose()
      }
      setRows(left)
      setRefused(notAdded)
    }, 'Nothing was added. Try again.')
  const checkPasted = useEffectEvent(() => {
    if (pasted !== '' && !quickLinesOf(pasted).every(isReadAsCode)) void check(pasted)
  })
  useEffect(() => checkPasted(), [])

  const count = wantedOf(rows).length
  return (
    <Sheet
      open
      onClose={() => {
        onKeep(text)
        onClose()
      }}
      title={order ? 'Check your list' : 'Paste a list'}
      flush={order !== undefined}
      foot={
        order ? (
          <Group grow gap={8}>
            <Button variant="default" onClick={() => setOrder(undefined)}>
              Edit the text
            </Button>
            <Button variant="filled" disabled={count === 0} loading={busy} onClick={addTicked}>
              Add {countText(count, 'line')}
            </Button>
          </Group>
        ) : undefined
      }
    >
      {order ? (
        <>
          {refused && refused.length > 0 ? <Outcomes outcomes={refused} /> : null}
          <SaidReview {...order} rows={rows} setRows={setRows} suggest={suggest} />
        </>
      ) : (
        <Stack gap={16}>
          <ListArea
            label="Your list"
            hint="As you would write it: 2 mayo, box limes, usual milk. Or a code and a quantity: 10234 6"
            rows={8}
            text={text}
            setText={setText}
            takeFile={takeSharedList}
          />
          <SayIt
            onSaid={(said) => setText((before) => [before.trimEnd(), said].filter(Boolean).join('\n'))}
          />
          <Button
            variant="filled"
            onClick={() => (isCodes ? addCodes() : check())}
            loading={busy}
            disabled={text.trim() === ''}
          >
            {isCodes ? 'Add to trolly' : 'Check list'}
          </Button>
          <ul aria-live="polite" aria-label="Results">
            {outcomes.map((outcome) => (
              <Text component="li" key={outcome.at} py={4} c={outcome.added ? 'var(--ink)' : 'var(--red)'}>
                {outcome.added ? outcome.words : `${outcome.text}: ${outcome.words}`}
              </Text>
            ))}
          </ul>
        </Stack>
      )}
      {failed ? (
        <Text role="alert" c="var(--red)" p="var(--s4)">
          {failed}
        </Text>
      ) : null}
    </Sheet>
  )
}

const takeSharedList = (): File | undefined => {
  const shared = sharedList.get()
  sharedList.set(undefined)
  return shared
}
