import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { toZone } from '#app/(private)/to-zone.ts'
import { DeliveryPanel, NetworkPanel, SalesPanel } from '#components/operations/admin/day-panels.tsx'
import { AlarmPanel, NeedsPanel } from '#components/operations/admin/needs-panel.tsx'
import { RecoveryPanel } from '#components/orders/admin/waiting-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { env } from '#lib/core/env.ts'
import { readPreference } from '#lib/core/rules/own-cookie.ts'
import { getToday } from '#lib/operations/queries/admin-today.ts'
import { adminTitle, staffOrSignIn } from './staff.ts'

export const generateMetadata = () => adminTitle('today')

export default async function TodayPage() {
  const staff = await staffOrSignIn('/admin')
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'admin' })
  const zone = toZone(readPreference(await cookies(), 'tz'))
  const today = await getToday(staff, { zone, mode: env.STORE_MODE, currency: env.STORE_CURRENCY })

  return (
    <>
      <div className="a-head">
        <h1>{t('area.today')}</h1>
        <p className="a-meta">{t.rich('readAt', { at: () => <LocalTime at={today.readAt} show="time_zone" /> })}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">
          {today.recovery ? <RecoveryPanel recovery={today.recovery} now={today.readAt} /> : null}
          <AlarmPanel alarms={today.alarms} now={today.readAt} isBrief />
          <NeedsPanel needs={today.needs} now={today.readAt} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <SalesPanel today={today} />
          <DeliveryPanel today={today} />
          <NetworkPanel today={today} />
        </div>
      </div>
    </>
  )
}
