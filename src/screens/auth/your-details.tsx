import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '#src/device/device-context.tsx'
import { NeedsConnection } from '#src/device/needs-connection.tsx'
import { ContactForm, NameForm } from '#src/features/account/account-forms.tsx'
import { DefaultAccount } from '#src/features/account/default-account.tsx'
import { OwnData } from '#src/features/account/own-data.tsx'
import { SESSIONS_KEY, SignedInDevices } from '#src/features/account/signed-in-devices.tsx'
import { AccountPicker } from '#src/features/customers/account-picker.tsx'
import { ChangePasswordForm } from '#src/features/session/change-password-form.tsx'
import { LeaveForGood } from '#src/features/session/leave-for-good.tsx'
import { Passkeys } from '#src/features/session/passkeys/passkeys.tsx'
import { SecondFactor } from '#src/features/session/second-factor/second-factor.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

/** A member's own account, at /auth/update-user. Each section is a feature of its own. */
export function YourDetails() {
  const { email } = useUser()
  const replies = useQueryClient()
  return (
    <Box maw="44rem" mx={{ base: 'auto', lg: 0 }}>
      <PageHeader title="Your details" detail={email} back={{ to: '/other/account', label: 'Account' }} />
      <NeedsConnection words="You’re offline. You can read your details, but changing them needs a connection." />
      <Section title="Name">
        <NameForm />
      </Section>
      <Section title="Contact and cookies">
        <ContactForm />
      </Section>
      <DefaultAccount picker={(chosen, onChoose) => <AccountPicker value={chosen} onChoose={onChoose} />} />
      <Section title="Password">
        <ChangePasswordForm onChanged={() => void replies.invalidateQueries({ queryKey: SESSIONS_KEY })} />
      </Section>
      <Passkeys />
      <SecondFactor />
      <Section title="Signed-in devices" flush>
        <SignedInDevices />
      </Section>
      <Section title="Your data">
        <OwnData />
      </Section>
      <Section title="Leave">
        <LeaveForGood />
      </Section>
    </Box>
  )
}
