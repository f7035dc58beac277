'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { NoTopUp } from '#components/esims/top-up/no-top-up.tsx'
import { Places } from '#components/esims/top-up/places.tsx'
import { PlanChoice } from '#components/esims/top-up/plan-choice.tsx'
import { PlanLine } from '#components/esims/top-up/plan-line.tsx'
import { TopUpSummary } from '#components/esims/top-up/top-up-summary.tsx'
import { useTopUp } from '#components/esims/top-up/use-top-up.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { topUpOfferQuery } from '#lib/esims/client/top-ups.ts'

type TopUpChooserProps = { cardId: string; last4: string; destination: string; shopHref: string }

/**
 * What is on an eSIM, what it takes, and the way to the checkout. Everything on it was asked of the network just now.
 */
export function TopUpChooser({ cardId, last4, destination, shopHref }: TopUpChooserProps) {
  const t = useTranslations('topup')
  const locale = toLocale(useLocale())
  const topUp = useTopUp(cardId, locale)
  const { data: offer, isPending, isError, isFetching, refetch } = useQuery(topUpOfferQuery(cardId))
  const chosen = topUp.choice?.plan.id ?? null
  if (isPending) {
    return (
      <p className="soft" role="status">
        {t('asking')}
      </p>
    )
  }
  if (isError || offer.refusal === 'no_answer') {
    return (
      <>
        <NoTopUp refusal="no_answer" shopHref={shopHref} destination={destination} />
        <p className="actions mt-4">
          <Button
            tone="ink"
            disabled={isFetching}
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '#plan-line')
              void refetch()
            }}
          >
            {isFetching ? t('asking') : t('again')}
          </Button>
        </p>
        {offer ? <PlanLine timeline={offer.timeline} /> : null}
      </>
    )
  }
  // Nothing for where it was bought for: the network may name other places for it all the same.
  const isElsewhere = offer.refusal === 'nothing_fits'
  if (offer.refusal !== null && !isElsewhere) {
    return (
      <>
        <NoTopUp refusal={offer.refusal} shopHref={shopHref} destination={destination} />
        {offer.timeline ? (
          <div className="mt-5">
            <PlanLine timeline={offer.timeline} />
          </div>
        ) : null}
      </>
    )
  }

  return (
    <div className="columns">
      <div>
        {isElsewhere ? <NoTopUp refusal="nothing_fits" shopHref={shopHref} destination={destination} /> : null}
        <PlanLine timeline={offer.timeline} />
        {isElsewhere ? null : (
          <section className="mt-7" aria-labelledby="plans">
            <h2 id="plans">{t('plans.heading', { destination })}</h2>
            <p className="soft mb-4">{t('plans.hint')}</p>
            <PlanChoice plans={offer.plans} chosen={chosen} labelledBy="plans" onChoose={topUp.choose} />
          </section>
        )}
        <Places cardId={cardId} chosen={chosen} onChoose={topUp.choose} />
      </div>
      <aside className="side side-flush">
        <TopUpSummary last4={last4} start={offer.start} topUp={topUp} />
        <noscript>
          <Notice tone="wait">{t('noScript')}</Notice>
        </noscript>
      </aside>
    </div>
  )
}
