import { Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Information } from '#contract/information.ts'
import { mailHref, telHref } from '#domain/contact.ts'
import { dayText } from '#domain/london-time.ts'
import styles from '#src/features/about/text-page.module.css'
import { useInformation } from '#src/features/about/use-information.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'

/** Open to visitors and signed-in users alike. */
export function Screen() {
  const { data, failed } = useInformation()
  return (
    <div className={styles.page}>
      <PageHeader title="Information" detail="Contacts, recalls, allergens, delivery areas and terms" />
      {data ? <Parts {...data} /> : failed ? <FailedState {...failed} /> : <Skeleton height="24rem" />}
    </div>
  )
}

function Parts({ contacts, recalls, allergenNotice, deliveryAreas, terms }: Information) {
  return (
    <>
      <Section title="Contacts">
        <Contacts {...contacts} />
      </Section>
      <Section title="Product recalls">
        {recalls.length === 0 ? <p>No recalls are listed.</p> : null}
        {recalls.map(({ day, product, reason, advice }) => (
          <div key={`${day} ${product}`} className={styles.item}>
            <h3>{day === '' ? product : `${product} · ${dayText(day)}`}</h3>
            <p>{reason}</p>
            <p>{advice}</p>
          </div>
        ))}
      </Section>
      <Section title="Allergens">
        <Paragraphs text={allergenNotice === '' ? ALLERGEN_NOTICE : allergenNotice} />
      </Section>
      <Section title="Delivery areas">
        <Areas areas={deliveryAreas} />
      </Section>
      <Section title="Terms">
        <Paragraphs text={terms === '' ? TERMS : terms} />
      </Section>
    </>
  )
}

/** Where the company has not written its own. */
const ALLERGEN_NOTICE = `Each product’s page shows the 14 allergens that the law names, as its manufacturer declares them. “None declared” and “Not declared” are not the same: where a manufacturer has told us nothing, please ask us before you use the product.

Recipes change. Always check the label of what was delivered, above all after a substitution.`
const TERMS = 'Our terms of sale come with your account. Ask us for a copy at any time.'

function Contacts({ company, phone, email, openingHours, address, vatNo }: Information['contacts']) {
  const items = [
    { term: 'Company', value: company },
    ...(phone === '' ? [] : [{ term: 'Phone', value: <a href={telHref(phone)}>{phone}</a> }]),
    ...(email === '' ? [] : [{ term: 'E-mail', value: <a href={mailHref(email)}>{email}</a> }]),
    ...(openingHours === '' ? [] : [{ term: 'Open', value: openingHours }]),
    ...(address.length === 0 ? [] : [{ term: 'Address', value: address.join(', ') }]),
    ...(vatNo === '' ? [] : [{ term: 'VAT number', value: vatNo }]),
  ]
  return <DefinitionList items={items} />
}

function Areas({ areas }: { areas: Information['deliveryAreas'] }) {
  return (
    <div className={styles.words}>
      <p>
        <Link to="/postcode-request">Check your postcode</Link> for its delivery days, minimum order and
        charge.
      </p>
      {areas.length === 0 ? null : (
        <DefinitionList
          items={areas.map(({ area, towns, districts }) => ({
            term: towns.length === 0 ? area : towns.join(', '),
            value: districts.length === 0 ? area : districts.join(', '),
          }))}
        />
      )}
    </div>
  )
}

/** Blank lines part them. */
function Paragraphs({ text }: { text: string }) {
  return (
    <div className={styles.words}>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
