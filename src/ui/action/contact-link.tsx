import { Anchor } from '@mantine/core'

/** An address of mail or a telephone number on a line of its own, high enough for a finger. */
export function ContactLink({ to }: { to: { email: string } | { phone: string } }) {
  const [href, text] = 'email' in to ? [`mailto:${to.email}`, to.email] : [`tel:${to.phone}`, to.phone]
  return (
    <Anchor href={href} mih={44} miw={44} style={{ display: 'inline-flex', alignItems: 'center' }}>
      {text}
    </Anchor>
  )
}
