import { SimpleGrid, Text } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useId } from 'react'
import { WEEKDAYS } from '#domain/london-time.ts'
import { SHELF_NAME_MAX, type WeekdayPars } from '#domain/templates/template.ts'
import type { TemplateItemView, TemplateView } from '#domain/templates/view.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { setShelfAndPars } from '#src/features/templates/template-actions.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

export type ItemSettingsProps = {
  template: TemplateView
  /** undefined: closed. */
  item: TemplateItemView | undefined
  name: string
  onClose: () => void
}

/** Where an item is kept, and pars that differ from its usual one by the day of delivery. */
export function ItemSettings({ template, item, name, onClose }: ItemSettingsProps) {
  return (
    <Sheet open={item !== undefined} onClose={onClose} title={name}>
      {item ? <Fields template={template} item={item} onClose={onClose} /> : null}
    </Sheet>
  )
}

function Fields({
  template,
  item,
  onClose,
}: Required<Omit<ItemSettingsProps, 'name' | 'item'>> & { item: TemplateItemView }) {
  const device = useUserDevice()
  const shelvesId = useId()
  const shelves = [...new Set(template.items.flatMap(({ shelf }) => shelf ?? []))]
  return (
    <Form
      label="Shelf and pars"
      validate={errorsOf}
      onSubmit={async (values) => {
        const shelf = tidyLine(values.shelf ?? '') || null
        const isDone = await setShelfAndPars(device, template, {
          product_no: item.product_no,
          shelf,
          parLevels: parsOf(values),
        })
        if (!isDone) return {}
        onClose()
        return undefined
      }}
    >
      <TextField
        name="shelf"
        label="Shelf"
        hint="Products are counted shelf by shelf, such as “Walk-in fridge, shelf 2”."
        defaultValue={item.shelf ?? ''}
        maxLength={SHELF_NAME_MAX}
        list={shelvesId}
        autoComplete="off"
      />
      <datalist id={shelvesId}>
        {shelves.map((shelf) => (
          <option key={shelf} value={shelf} />
        ))}
      </datalist>
      <Text fw={500}>Par level by delivery day</Text>
      <Text size="xs" c="dimmed">
        {item.parLevel === null
          ? 'Days left empty have no par level.'
          : `Days left empty have the usual par level, ${item.parLevel}.`}
      </Text>
      <SimpleGrid cols={4} spacing={8} verticalSpacing={8}>
        {WEEKDAYS.map((day, at) => (
          <TextField
            key={day}
            name={day}
            label={day}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={item.parLevels?.[at] ?? ''}
            placeholder={item.parLevel === null ? '' : String(item.parLevel)}
          />
        ))}
      </SimpleGrid>
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

const errorsOf = (values: FormValues) =>
  Object.fromEntries(
    WEEKDAYS.filter((day) => !isPar(values[day]?.trim() ?? '')).map((day) => [
      day,
      `Enter a number from 1 to ${QUANTITY_MAX}`,
    ]),
  )

const isPar = (typed: string): boolean =>
  typed === '' || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= QUANTITY_MAX)

/** null where no day has a par of its own. */
const parsOf = (values: FormValues): WeekdayPars | null => {
  const pars = WEEKDAYS.map((day) => {
    const typed = values[day]?.trim() ?? ''
    return typed === '' ? null : Number(typed)
  })
  return pars.some((par) => par !== null) ? pars : null
}
