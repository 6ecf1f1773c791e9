import { Banner } from '#src/ui/status/banner.tsx'

export function ReplacingNotice({ orderNo }: { orderNo: string }) {
  return (
    <Banner tone="blue" inset>
      {`Order ${orderNo} stays as it is until you place these changes.`}
    </Banner>
  )
}
