import { getTranslations } from 'next-intl/server'
import { openPlacedEsim } from '#app/(private)/(buyer)/o/[orderId]/open-order.ts'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { NoTopUp, TopUpChooser } from '#components/esims/top-up/top-up-chooser.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = PageProps<'/o/[orderId]/esims/[esimId]/top-up'>

export async function generateMetadata({ params }: Props) {
  const { placed } = await openPlacedEsim(params)
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'topup' })

  return { title: t('title', { last4: placed.esim.iccidLast4 }) }
}

/** More data for one eSIM: what is on it, what it takes, and when that can be used. */
export default async function TopUpPage({ params }: Props) {
  const locale = await privateLocale()
  const { order, placed } = await openPlacedEsim(params)
  const { esim, item, n, total } = placed
  const t = await getTranslations({ locale })
  const shopHref = localePath(locale, `/destinations/${item.destination.slug}`)
  const destination = item.destination.name

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        <Breadcrumbs
          label={t('layout.breadcrumbs')}
          crumbs={[
            { name: t('card.page.back', { number: order.number }), href: `/o/${order.id}` },
            { name: t('card.page.title', { n, total }), href: `/o/${order.id}/esims/${esim.id}` },
            { name: t('topup.crumb') },
          ]}
        />
        <div className="order-head">
          <h1>{t('topup.title', { last4: esim.iccidLast4 })}</h1>
          <p className="soft">{t('topup.lead')}</p>
        </div>
        {item.canTopUp ? (
          <TopUpChooser esimId={esim.id} last4={esim.iccidLast4} destination={destination} shopHref={shopHref} />
        ) : (
          <NoTopUp refusal="plan_refuses" shopHref={shopHref} destination={destination} />
        )}
      </div>
    </BuyerFrame>
  )
}
