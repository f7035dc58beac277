import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { MuteForm } from '#components/orders/mute-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getReminderOrder } from '#lib/esims/queries/usage.ts'

export const generateMetadata = () => ownTitle('order.mute', (t) => t('title'))

/** Where a mail about an order leads to switch its reminders off. Looking changes nothing: mail scanners look too. */
export default async function RemindersPage({ params }: PageProps<'/reminders/[token]'>) {
  const { token } = await params
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'order.mute' })
  const order = await getReminderOrder(token)

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap max-w-184 pb-12">
        <div className="order-head">
          <h1>{t('title')}</h1>
        </div>
        <Panel className="stack">
          {order === null ? <Notice tone="wait">{t('unknown')}</Notice> : null}
          {order?.isOff ? <Notice tone="good">{t('off', { number: order.number })}</Notice> : null}
          {order && !order.isOff ? <MuteForm token={token} number={order.number} /> : null}
          <p className="small soft">{t('kept')}</p>
        </Panel>
      </div>
    </BuyerFrame>
  )
}
