import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useRef, useState } from 'react'
import { EMPTIES } from '#domain/check-ins.ts'
import { countText } from '#domain/plain-text.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import type { Finish } from '#src/store/check-in-draft.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { SignaturePad } from './signature-pad.tsx'

const SIGNED_BY = [
  { value: 'signature', label: 'Signature' },
  { value: 'pin', label: 'Driver’s PIN' },
  { value: 'none', label: 'Neither' },
] as const

const NAMES: Record<(typeof EMPTIES)[number], string> = {
  crates: 'Crates',
  trays: 'Trays',
  kegs: 'Kegs',
  pallets: 'Pallets',
  'roll cages': 'Roll cages',
}

type FinishSheetProps = {
  problemCount: number
  /** What was entered before, also in a check-in that was refused. */
  kept: Finish | undefined
  onKeep: (finish: Finish) => void
  /** Resolves to false if another tab has sent it. */
  onSend: (finish: Finish) => Promise<boolean>
  onClose: () => void
}

/** Who received it, the driver's hand for it, and what the lorry takes back. */
export function FinishSheet({ problemCount, kept, onKeep, onSend, onClose }: FinishSheetProps) {
  const { username } = useUser()
  const [by, setBy] = useState<(typeof SIGNED_BY)[number]['value']>(kept?.driverPin ? 'pin' : 'signature')
  const [finish, setFinish] = useState<Finish>(
    kept ?? { signedBy: username, signature: '', driverPin: '', empties: [] },
  )
  // Typed digits are handed on just before it is sent.
  const latest = useRef(finish)
  const [isUnsigned, setUnsigned] = useState(false)
  const { signedBy, signature, driverPin, empties } = finish
  const change = (part: Partial<Finish>): void => {
    latest.current = { ...latest.current, ...part }
    setFinish(latest.current)
    onKeep(latest.current)
  }
  return (
    <Sheet open title="Finish check-in" onClose={onClose}>
      <Form
        label="Finish check-in"
        validate={() =>
          by === 'pin' && !/^\d{4}$/.test(driverPin) ? { driverPin: 'Enter the four digits' } : {}
        }
        onSubmit={async () => {
          if (by === 'signature' && signature === '') {
            setUnsigned(true)
            return undefined
          }
          let isSent: boolean
          try {
            await handOnTyped()
            isSent = await onSend({
              signedBy: tidyLine(signedBy),
              signature: by === 'signature' ? signature : '',
              driverPin: by === 'pin' ? driverPin : '',
              empties: latest.current.empties,
            })
          } catch (error) {
            // Such as a full disk: everything counted is still here.
            showFailure(error)
            return undefined
          }
          if (isSent)
            notifications.show({
              message: `Delivery checked in${problemCount === 0 ? '' : `, ${countText(problemCount, 'problem')} reported`}`,
              statusColor: 'success',
              showInProduction: true,
            })
          onClose()
          return undefined
        }}
      >
        <TextField
          name="signedBy"
          label="Received by"
          value={signedBy}
          onChange={(event) => change({ signedBy: event.currentTarget.value })}
          maxLength={100}
          autoComplete="name"
        />
        <Stack gap={8}>
          <SegmentedControl
            aria-label="The driver confirms with"
            data={[...SIGNED_BY]}
            value={by}
            onChange={setBy}
          />
          {by === 'signature' ? (
            <SignaturePad value={signature} onChange={(drawn) => change({ signature: drawn })} />
          ) : null}
          {by === 'signature' && isUnsigned && signature === '' ? (
            <Text role="alert" c="var(--red)" size="sm">
              The driver has not signed. If they do not, choose “Neither”.
            </Text>
          ) : null}
          {by === 'pin' ? (
            <TextField
              name="driverPin"
              label="Driver’s PIN"
              narrow
              value={driverPin}
              onChange={(event) => change({ driverPin: event.currentTarget.value })}
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
            />
          ) : null}
        </Stack>
        <Stack gap={8} component="section" aria-label="Empties returned">
          <Text fw={600}>Empties returned</Text>
          {EMPTIES.map((kind) => (
            <Group key={kind} justify="space-between" gap="4px 16px">
              <Text>{NAMES[kind]}</Text>
              <QuantityBox
                name={NAMES[kind].toLowerCase()}
                value={empties.find((returned) => returned.kind === kind)?.quantity ?? 0}
                onChange={({ quantity }) =>
                  change({ empties: withEmpties(latest.current.empties, kind, quantity) })
                }
              />
            </Group>
          ))}
        </Stack>
        <SubmitButton>Send check-in</SubmitButton>
      </Form>
    </Sheet>
  )
}

const withEmpties = (
  empties: Finish['empties'],
  kind: Finish['empties'][number]['kind'],
  quantity: number,
): Finish['empties'] => [
  ...empties.filter((returned) => returned.kind !== kind),
  ...(quantity === 0 ? [] : [{ kind, quantity }]),
]
