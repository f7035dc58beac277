import { getLocale, getTranslations } from 'next-intl/server'
import { FinderPage } from '#app/(private)/finder-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { SalesNote } from '#components/checkout/sales-note.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { Ticket, TicketPart } from '#components/ui/ticket.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { env } from '#lib/core/env.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag, waitText } from '#lib/core/i18n/formats.ts'
import { getStoreStatus } from '#lib/settings/queries/store-details.ts'
import type { StoreStatus } from '#lib/settings/rules/store-status.ts'

const TONES: Record<StoreStatus['orders'], Tone> = { normal: 'good', slow: 'wait', closed: 'bad' }

export const generateMetadata = () => ownTitle('status', (t) => t('title'))

/** Whether orders are delivered now: from our own records, so that it can be told while the network is silent. */
export default async function StatusPage() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'status' })
  const status = await getStoreStatus(env.STORE_MODE)

  return (
    <FinderPage locale={locale} title={t('title')} lead={t('lead')}>
      <Notice tone={TONES[status.orders]} role="status" className="relative z-1 mb-5">
        <strong>{t(`orders.${status.orders}`)}</strong> {t(`advice.${status.orders}`)}
      </Notice>
      {status.orders === 'closed' ? (
        <section id="note" className="mb-6" aria-label={t('note')}>
          <SalesNote />
        </section>
      ) : null}
      <Ticket>
        <TicketPart className="p-6">
          <DetailList status={status} />
        </TicketPart>
      </Ticket>
      <p className="soft mt-6">
        {t.rich('yours', {
          a: (chunks) => (
            <a className="text-link" href="/find">
              {chunks}
            </a>
          ),
        })}
      </p>
    </FinderPage>
  )
}

async function DetailList({ status }: { status: StoreStatus }) {
  const locale = toLocale(await getLocale())
  const t = await getTranslations({ locale, namespace: 'status' })
  const { medianMs, waitingSince, catalogReadAt } = status

  return (
    <dl className="facts">
      <dt>{t('delivery')}</dt>
      <dd>{medianMs === null ? t('noDelivery') : t('median', { time: waitText(medianMs, intlTag(locale)) })}</dd>
      {waitingSince ? (
        <>
          <dt>{t('waiting')}</dt>
          <dd>{t.rich('waitingSince', { at: () => <LocalTime at={waitingSince} show="time_zone" /> })}</dd>
        </>
      ) : null}
      <dt>{t('catalogue')}</dt>
      <dd>
        {catalogReadAt
          ? t.rich('readAt', { at: () => <LocalTime at={catalogReadAt} show="moment" /> })
          : t('neverRead')}
      </dd>
      <dt>{t('asOf')}</dt>
      <dd>
        <LocalTime at={new Date()} show="time_zone" />
      </dd>
    </dl>
  )
}
