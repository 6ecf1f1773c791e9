import { Anchor, Box, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconFileImport, IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { distributorOrders } from '#contract/distributor-orders.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { LIST_FILE_BYTES_MAX, listTextOf } from '#domain/list-file.ts'
import { dayText } from '#domain/london-time.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { ListChoice, type ListChoiceProps } from '#src/ui/kit/record/list-choice.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

/** `problem` says why it has no orders to read. */
type OrderFile = { name: string; text: string; problem?: string }
type ReadOrders = ReplyOf<typeof distributorOrders.read>

/** Above both kinds of codes: which list is shown, and a file of orders to read. @param distributorNo the one that is offered */
export function CodeLists({
  distributorNo,
  ...choice
}: ListChoiceProps & { distributorNo?: string | undefined }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap={0}>
        <ListChoice {...choice} />
        <Box mx="var(--page-edge, var(--s4))" mb={12}>
          <Button icon={<IconFileImport size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
            Read orders
          </Button>
        </Box>
      </Group>
      {open ? <ReadOrdersSheet distributorNo={distributorNo} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type SheetProps = { distributorNo: string | undefined; onClose: () => void }

function ReadOrdersSheet({ distributorNo, onClose }: SheetProps) {
  const readOrders = useReadOrders()
  const [file, setFile] = useState<OrderFile>()
  const [read, setRead] = useState<ReadOrders>()
  const choose = async (chosen: File | null) => {
    if (chosen === null) return
    setRead(undefined)
    setFile(await orderFileOf(chosen))
  }
  return (
    <Sheet open wide title="Read orders" onClose={onClose}>
      <Stack gap={16}>
        <Form
          label="Orders of a distributor"
          validate={({ distributorNo: number = '' }) => ({
            ...(number.trim() === '' && { distributorNo: 'Enter the distributor' }),
            ...(file === undefined && { '': 'Choose the file with the orders' }),
            ...(file?.problem !== undefined && { '': file.problem }),
          })}
          onSubmit={async ({ distributorNo: number = '' }) => {
            if (!file) return undefined
            setRead(undefined)
            const outcome = await readOrders(number.trim(), file.text)
            if ('problems' in outcome) return outcome.problems
            setRead(outcome)
            return undefined
          }}
        >
          <Text size="sm" c="dimmed">
            A CSV file with their codes (theirCustomerCode, theirProductCode, quantity, deliveryDay,
            poNumber), or an EDIFACT file of EANCOM ORDERS. Each order becomes a trolly; none is placed.
          </Text>
          <TextField
            name="distributorNo"
            label="Distributor"
            hint="The number in the customers’ accounts"
            defaultValue={distributorNo}
          />
          <Group gap={12}>
            <FileButton accept=".csv,.edi,.edifact,.txt,text/*,application/edifact" onChange={choose}>
              {({ onClick }) => (
                <Button icon={<IconFileUpload size={18} aria-hidden="true" />} onClick={onClick}>
                  {file ? 'Choose another file' : 'Choose a file'}
                </Button>
              )}
            </FileButton>
            {file ? <Text size="sm">{file.name}</Text> : null}
          </Group>
          <SubmitButton>Read</SubmitButton>
        </Form>
        {read ? <Outcome {...read} /> : null}
      </Stack>
    </Sheet>
  )
}

function Outcome({ trollies, unmatched, refused }: ReadOrders) {
  return (
    <Stack gap={16}>
      <Text fw={700} role="status">
        {trollies.length === 0 ? 'No order could be read' : counted(trollies.length, 'order')}
      </Text>
      <Lines label="Orders read">
        {trollies.map(({ basketId, customerId, deliveryDay, poNumber, lineCount, repeated }) => (
          <li key={basketId}>
            <Anchor component={Link} py={8} display="inline-block" to={`/orders/create-${basketId}`}>
              {[
                customerId,
                ...(poNumber === '' ? [] : [poNumber]),
                counted(lineCount, 'line'),
                deliveryDay === null ? 'no day' : dayText(deliveryDay, new Date()),
              ].join(', ')}
            </Anchor>
            {repeated ? ' was read before' : ''}
          </li>
        ))}
      </Lines>
      {unmatched.length > 0 ? (
        <>
          <Text
            fw={700}
          >{`${counted(unmatched.length, 'code')} without a meaning. Their rows are left out`}</Text>
          <Lines label="Codes without a meaning">
            {unmatched.map(({ kind, theirCode, rowCount }) => (
              <li key={`${kind} ${theirCode}`}>
                <Anchor
                  component={Link}
                  py={8}
                  display="inline-block"
                  to={`/distributor/distributor-${kind}-codes?list=unmatched`}
                >
                  {theirCode}
                </Anchor>
                {`, ${kind}, ${counted(rowCount, 'row')}`}
              </li>
            ))}
          </Lines>
          <Text size="sm" c="dimmed">
            Give them a meaning, then read the file again: what was read under an order number is left as it
            is.
          </Text>
        </>
      ) : null}
      {refused.length > 0 ? (
        <>
          <Text fw={700}>{`${counted(refused.length, 'row')} left out`}</Text>
          <Lines label="Rows left out">
            {refused.map(({ line, why }) => (
              <li key={`${line} ${why}`}>{`Line ${line}: ${why}`}</li>
            ))}
          </Lines>
        </>
      ) : null}
    </Stack>
  )
}

const Lines = ({ label, children }: { label: string; children: ReactNode[] }) =>
  children.length === 0 ? null : (
    <Stack component="ul" aria-label={label} gap={8} p={0} m={0} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  )

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`

const useReadOrders = () => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  return async (
    distributorNo: string,
    text: string,
  ): Promise<ReadOrders | { problems: Record<string, string> }> => {
    const file = isEdifact(text) ? { edifact: text } : { csv: text }
    try {
      return await run(() => api.call(distributorOrders.read, { body: { distributorNo, ...file } }))
    } catch (error) {
      return { problems: fieldProblemsOf(error, { distributorNo: 'Distributor' }) }
    } finally {
      void client.invalidateQueries({ queryKey: replyKey(distributorOrders.unmatched) })
    }
  }
}

const isEdifact = (text: string): boolean => /^\s*UN[AB]/.test(text)

const orderFileOf = async (chosen: File): Promise<OrderFile> => {
  const { name, size } = chosen
  const refused = (why: string): OrderFile => ({ name, text: '', problem: `${name} ${why}` })
  if (size > LIST_FILE_BYTES_MAX) return refused('is larger than 1 MB. Split it into several files')
  try {
    const text = orderTextOf(new Uint8Array(await chosen.arrayBuffer()))
    return text?.trim() ? { name, text } : refused('has no orders as text. Choose another file')
  } catch {
    return refused('could not be read. Choose it again')
  }
}

/** The first segment of an EDIFACT file names its character set: UNOW and UNOY are UTF-8, and UNOC, the usual one, is ISO 8859-1. */
const orderTextOf = (bytes: Uint8Array): string | undefined => {
  const latin = new TextDecoder('iso-8859-1').decode(bytes)
  return isEdifact(latin) && !/UNB.UNO[WY]/.test(latin) ? latin : listTextOf(bytes)
}
