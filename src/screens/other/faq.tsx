import { Box } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { mailHref, telHref } from '#domain/contact.ts'
import { useCompany } from '#src/features/company/company-context.tsx'
import { FaqReader } from '#src/features/faq/faq-reader.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import styles from './faq.module.css'

export function Screen() {
  return (
    <Box maw="44rem" mx={{ base: 'auto', lg: 0 }}>
      <PageHeader title="Help" detail="Saved on this device, so you can read it offline" />
      <Contact />
      <FaqReader />
    </Box>
  )
}

/** First: who needs a person should not have to search the questions. */
function Contact() {
  const { company_name: name, contact_phone: phone = '', contact_email: email = '' } = useCompany() ?? {}
  if (phone === '' && email === '') return null
  return (
    <address className={styles.contact} aria-label={`Contact ${name}`}>
      {phone === '' ? null : (
        <a href={telHref(phone)}>
          <IconPhone size={20} stroke={1.75} aria-hidden="true" />
          <span>Call {phone}</span>
        </a>
      )}
      {email === '' ? null : (
        <a href={mailHref(email)}>
          <IconMail size={20} stroke={1.75} aria-hidden="true" />
          <span>{email}</span>
        </a>
      )}
    </address>
  )
}
