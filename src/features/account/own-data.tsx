import { Box, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { account } from '#contract/account.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { saveFile } from '#src/ui/kit/list/csv.ts'

export function OwnData() {
  const api = useApi()
  const run = useAction()
  const needsConnection = useNeedsConnection()
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      const data = await run(() => api.call(account.personalData))
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(`my-data-${data.exportedAt.slice(0, 10)}.json`, json)
    } catch (error) {
      showFailure(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Text>
        Everything we hold about you as a file (JSON): your details, devices, favourites, templates, orders
        and the e-mails we sent you.
      </Text>
      <Box mt={16}>
        <Button
          {...needsConnection}
          icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          loading={isLoading}
          onClick={download}
        >
          Download my data
        </Button>
      </Box>
    </>
  )
}
