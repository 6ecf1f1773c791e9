import { Banner } from '#src/ui/status/banner.tsx'

/** Shown before signing in too (src/store/device/web-storage.ts). */
export const SiteDataBlocked = ({ inset }: { inset?: boolean | undefined }) => (
  <Banner tone="amber" inset={inset}>
    <strong>Online only.</strong> This browser blocks cookies and site data for Trolly. You can still order:
    keep this page open until everything is sent. Reloading it signs you out.
  </Banner>
)
