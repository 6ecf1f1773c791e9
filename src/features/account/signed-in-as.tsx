import { useUser } from '#src/device/device-context.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'

export function SignedInAs() {
  const { username, email, can_place_orders } = useUser()
  return (
    <DefinitionList
      items={[
        { term: 'Name', value: username },
        { term: 'E-mail', value: email },
        { term: 'Can place orders', value: can_place_orders === 0 ? 'No' : 'Yes' },
      ]}
    />
  )
}
