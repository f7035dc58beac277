'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { PlanChoice } from '#components/orders/top-up/plan-choice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type TopUpPlace, type TopUpPlan, topUpPlacesQuery } from '#lib/client/top-ups.ts'
import { useOnline } from '#lib/client/use-online.ts'

type PlacesProps = { cardId: string; chosen: string | null; onChoose: (plan: TopUpPlan) => void }

/** "Travel again with this eSIM": the other destinations that the network names for it, asked when somebody wants to know. */
export function Places({ cardId, chosen, onChoose }: PlacesProps) {
  const t = useTranslations('topup.places')
  const locale = useLocale()
  const isOnline = useOnline()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...topUpPlacesQuery(cardId, locale), enabled: isWanted })
  const others = data?.destinations.filter(({ isOwn }) => !isOwn) ?? []

  return (
    <section className="panel mt-5" aria-labelledby="places">
      <h2 id="places">{t('heading')}</h2>
      <p className="soft">{t('body')}</p>
      {isWanted ? null : (
        <Button
          className="mt-3"
          disabled={!isOnline}
          aria-describedby="places-offline"
          onClick={() => setIsWanted(true)}
        >
          {t('ask')}
        </Button>
      )}
      <div role="status">
        {isFetching ? <p className="soft">{t('asking')}</p> : null}
        {data && others.length === 0 ? <p>{t('none')}</p> : null}
      </div>
      {isError && !isFetching ? (
        <Notice tone="wait">
          <p>{t('failed')}</p>
          <Button size="small" disabled={!isOnline} aria-describedby="places-offline" onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </Notice>
      ) : null}
      <OfflineReason id="places-offline" />
      {others.map((place) => (
        <Place key={place.slug} place={place} chosen={chosen} onChoose={onChoose} />
      ))}
    </section>
  )
}

type PlaceProps = { place: TopUpPlace; chosen: string | null; onChoose: (plan: TopUpPlan) => void }

function Place({ place, chosen, onChoose }: PlaceProps) {
  const t = useTranslations('topup.places')

  return (
    <details className="place">
      <summary>
        <Flag iso2={place.iso2} lazy={false} />
        <b id={`place-${place.slug}`}>{place.name}</b>
        <span className="small soft">
          {place.countryCount === null ? null : t('countries', { count: place.countryCount })}
        </span>
      </summary>
      <PlanChoice plans={place.plans} chosen={chosen} labelledBy={`place-${place.slug}`} onChoose={onChoose} />
    </details>
  )
}
