import { Box, Group, Stack, Text } from '@mantine/core'
import { type ChangeEvent, type CSSProperties, type ReactNode, useState } from 'react'
import { CompanyFields, type ServerState } from '#contract/server-maintenance.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { problemsOf } from '#src/ui/kit/record/schema-problems.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { companyTheme } from '#src/ui/theme/company-theme.ts'
import type { ServerMaintenance } from './use-server-maintenance.ts'

export const COMPANY_LABELS: Record<keyof CompanyFields, string> = {
  company_name: 'Company name',
  contact_phone: 'Telephone',
  contact_email: 'E-mail',
  announcement: 'Announcement',
  address: 'Address',
  vat_no: 'VAT number',
  payment_details: 'How to pay',
  primary_colour: 'Main colour',
  secondary_colour: 'Second colour',
  app_bar_colour: 'Bar',
  footer_colour: 'Foot',
}

const COLOURS = ['primary_colour', 'secondary_colour', 'app_bar_colour', 'footer_colour'] as const
type Colours = Pick<CompanyFields, (typeof COLOURS)[number]>

const SPECS: FieldSpec[] = Object.entries(COMPANY_LABELS).map(([name, label]) => ({ name, label }))

export function CompanyForm({
  server,
  state,
  onClose,
}: {
  server: ServerMaintenance
  state: ServerState
  onClose: () => void
}) {
  // As it was opened: what another person saves meanwhile is not overwritten.
  const [{ company, seen }] = useState(state)
  const [colours, setColours] = useState<Colours>(company)
  return (
    <Sheet open wide title="Company" onClose={onClose}>
      <Form
        label="Company"
        validate={(typed) => problemsOf(CompanyFields, SPECS, typed)}
        onSubmit={async (typed) => {
          const refused = await server.saveCompany({ ...(typed as CompanyFields), seen }, COMPANY_LABELS)
          if (!refused) onClose()
          return refused
        }}
      >
        <TextField
          name="company_name"
          label={COMPANY_LABELS.company_name}
          defaultValue={company.company_name}
        />
        <TextField
          name="contact_phone"
          label={COMPANY_LABELS.contact_phone}
          type="tel"
          defaultValue={company.contact_phone}
        />
        <TextField
          name="contact_email"
          label={COMPANY_LABELS.contact_email}
          type="email"
          defaultValue={company.contact_email}
        />
        <TextField
          name="announcement"
          label={COMPANY_LABELS.announcement}
          hint="Customers read it on home; blank: none"
          defaultValue={company.announcement}
        />
        <TextArea
          name="address"
          label={COMPANY_LABELS.address}
          hint="On documents"
          rows={4}
          defaultValue={company.address}
        />
        <TextField name="vat_no" label={COMPANY_LABELS.vat_no} narrow defaultValue={company.vat_no} />
        <TextArea
          name="payment_details"
          label={COMPANY_LABELS.payment_details}
          hint="On every invoice"
          rows={3}
          defaultValue={company.payment_details}
        />
        {COLOURS.map((name) => (
          <TextField
            key={name}
            name={name}
            label={COMPANY_LABELS[name]}
            hint={name === 'primary_colour' ? 'As #00447e' : 'Blank: made from the main colour'}
            narrow
            leftSection={<Swatch colour={colours[name]} />}
            defaultValue={company[name]}
            onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
              const { value } = currentTarget
              setColours((before) => ({ ...before, [name]: value }))
            }}
          />
        ))}
        <Group gap={16} align="stretch">
          <Preview scheme="light" colours={colours} name={company.company_name} />
          <Preview scheme="dark" colours={colours} name={company.company_name} />
        </Group>
        <SubmitButton>Save</SubmitButton>
      </Form>
    </Sheet>
  )
}

const Swatch = ({ colour }: { colour: string }) => (
  <span
    aria-hidden="true"
    style={{ width: 18, height: 18, borderRadius: 4, background: colour, border: '1px solid var(--line)' }}
  />
)

/** How the app would look: bar, main button, quiet words and the current place, as contrast allows. */
function Preview({ scheme, colours, name }: { scheme: 'light' | 'dark'; colours: Colours; name: string }) {
  const variables = companyTheme({ ...colours, company_primary_colour: colours.primary_colour })[scheme]
  const [surface, ink] = scheme === 'light' ? ['#ffffff', '#18212b'] : ['#171c22', '#edf0f3']
  return (
    <figure style={{ ...(variables as CSSProperties), margin: 0, flex: '1 1 14rem' }}>
      <figcaption>
        <Text size="sm" c="dimmed" mb={4}>
          {scheme === 'light' ? 'By day' : 'At night'}
        </Text>
      </figcaption>
      <Box
        style={{ border: '1px solid var(--line)', borderRadius: 12, overflow: 'hidden' }}
        bg={surface}
        c={ink}
      >
        <Sample background="var(--bar)" ink="var(--on-bar)">
          {name}
        </Sample>
        <Stack gap={8} p={12} align="flex-start">
          <Box px={12} py={8} style={{ borderRadius: 8 }} bg="var(--primary)" c="var(--on-primary)">
            Place order
          </Box>
          <Box px={8} py={4} style={{ borderRadius: 8 }} bg="var(--primary-fill)" c="var(--primary-ink)">
            Home
          </Box>
          <Box px={8} style={{ borderRadius: 99 }} bg="var(--secondary)" c="var(--on-secondary)">
            3
          </Box>
        </Stack>
        <Sample background="var(--footer)" ink={ink}>
          £24.60
        </Sample>
      </Box>
    </figure>
  )
}

const Sample = ({ background, ink, children }: { background: string; ink: string; children: ReactNode }) => (
  <Box px={12} py={8} bg={background} c={ink}>
    {children}
  </Box>
)
