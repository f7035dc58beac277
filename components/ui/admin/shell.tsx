import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AccountMenu } from '#components/auth/admin/account-menu.tsx'
import { ZoneName } from '#components/orders/local-time.tsx'
import { ActionDialogs } from '#components/ui/admin/action-dialog.tsx'
import { AreaLinks } from '#components/ui/admin/area-links.tsx'
import { Palette } from '#components/ui/admin/bulk/palette-box.tsx'
import { KeyMap, SearchBox } from '#components/ui/admin/key-map.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { ReachNotice, StayAwake } from '#components/ui/admin/stay-awake.tsx'
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

/** The frame of every page of the back office: areas at the side, or at the foot of a phone. */
export function Shell({ store, isTrial, version, staff, needs, children }: ShellProps) {
  const t = useTranslations('admin')

  return (
    <>
      <SkipLink label={t('skip')} />
      {isTrial ? (
        <aside className="bg-ink px-4 py-1.5 text-center text-[0.78rem] text-paper">{t('trial')}</aside>
      ) : null}
      <div className="a-app grid min-h-screen grid-cols-[11.75rem_minmax(0,1fr)] narrow:grid-cols-[3.5rem_minmax(0,1fr)] phone:block phone:pb-18">
        <nav
          className={`sticky top-0 flex flex-col gap-0.5 overflow-y-auto border-e border-line px-2.5 pt-2.5 pb-3 narrow:px-2 phone:hidden print:hidden ${isTrial ? 'h-[calc(100vh-2rem)]' : 'h-screen'}`}
          aria-label={t('areas')}
        >
          <Link
            className="mb-2 flex h-9 items-center gap-2 px-2 font-display text-[1.05rem]/[1] font-bold tracking-[-0.02em] normal-nums"
            href="/admin"
          >
            <svg
              className="size-5 flex-none fill-none stroke-signal stroke-[2.6] [stroke-linecap:round]"
              viewBox="0 0 24 24"
              aria-hidden="true"
            >
              <path d="M3 17.5h18M5 12.5a7 7 0 0 1 14 0" />
            </svg>
            <span className="line-clamp-2 narrow:sr-only">{store}</span>
          </Link>
          <AreaLinks variant="rail" role={staff.role} needs={needs} />
          <p className="mt-auto grid gap-1 px-2 pt-3 text-small text-ink-soft narrow:sr-only">
            <span>
              {t('zone')} <ZoneName at={new Date()} />
            </span>
            <span>{t('networkZone')}</span>
            <span>{t('keys.hint')}</span>
            <span>{t('release', { version })}</span>
          </p>
        </nav>
        <div className="min-w-0">
          <header className="sticky top-0 z-12 flex min-h-12 items-center gap-3 border-b border-line bg-paper px-4.5 phone:min-h-14 phone:px-3 print:hidden">
            <SearchBox />
            <Palette staff={{ staffId: staff.staffId, role: staff.role }} />
            <div className="ms-auto flex items-center gap-3.5 whitespace-nowrap">
              <AccountMenu name={staff.name} role={staff.role} />
            </div>
          </header>
          <main className="min-w-0 px-4.5 pt-4 pb-16 phone:px-3 phone:pt-3.5 phone:pb-8" id="main" tabIndex={-1}>
            <ReachNotice />
            <ActionDialogs>{children}</ActionDialogs>
          </main>
        </div>
        <nav
          className="fixed inset-x-0 bottom-0 z-20 hidden overflow-x-auto border-t border-line bg-card pb-[env(safe-area-inset-bottom)] [scrollbar-width:none] phone:flex print:hidden"
          aria-label={t('areas')}
        >
          <AreaLinks variant="dock" role={staff.role} needs={needs} />
        </nav>
        <KeyMap />
        <StayAwake />
      </div>
    </>
  )
}
