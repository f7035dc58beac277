import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AccountMenu } from '#components/auth/admin/account-menu.tsx'
import { ZoneName } from '#components/orders/local-time.tsx'
import { AreaLinks } from '#components/ui/admin/area-links.tsx'
import { Palette } from '#components/ui/admin/bulk/palette.tsx'
import { KeyMap, SearchBox } from '#components/ui/admin/key-map.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { ReachNotice } from '#components/ui/admin/reach-notice.tsx'
import { StayAwake } from '#components/ui/admin/stay-awake.tsx'
import { SkipLink } from '#components/ui/layout/site-header.tsx'
import type { StaffMember } from '#lib/core/rules/caller.ts'

type ShellProps = {
  store: string
  isTrial: boolean
  version: string
  staff: StaffMember
  /** How much wants a person: beside the name of its area. */
  needs: ReactNode
  children: ReactNode
}

const REFRESH_SECONDS = 20

/** The frame of every page of the back office: areas at the side, or at the foot of a phone. */
export function Shell({ store, isTrial, version, staff, needs, children }: ShellProps) {
  const t = useTranslations('admin')

  return (
    <>
      <SkipLink label={t('skip')} />
      {isTrial ? <aside className="a-trial">{t('trial')}</aside> : null}
      <div className="a-app">
        <nav className="a-rail" aria-label={t('areas')}>
          <Link className="a-brand" href="/admin">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 17.5h18M5 12.5a7 7 0 0 1 14 0" />
            </svg>
            <span>{store}</span>
          </Link>
          <AreaLinks variant="rail" role={staff.role} needs={needs} />
          <p className="a-rail-foot">
            <span>
              {t('zone')} <ZoneName at={new Date()} />
            </span>
            <span>{t('networkZone')}</span>
            <span>{t('keys.hint')}</span>
            <span>{t('release', { version })}</span>
          </p>
        </nav>
        <div className="a-body">
          <header className="a-top">
            <SearchBox />
            <Palette staff={{ staffId: staff.staffId, role: staff.role }} />
            <div className="a-top-end">
              <AccountMenu name={staff.name} role={staff.role} />
            </div>
          </header>
          <main className="a-main" id="main" tabIndex={-1}>
            <ReachNotice />
            {children}
          </main>
        </div>
        <nav className="a-dock" aria-label={t('areas')}>
          <AreaLinks variant="dock" role={staff.role} needs={needs} />
        </nav>
        <KeyMap />
        <StayAwake refreshSeconds={REFRESH_SECONDS} />
      </div>
    </>
  )
}
