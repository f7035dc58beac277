'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { PlanChoice } from '#components/esims/top-up/plan-choice.tsx'
import { PLACES } from '#components/esims/top-up/top-up-path.ts'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { type TopUpPlace, type TopUpPlan, topUpPlacesQuery } from '#lib/esims/client/top-ups.ts'

type PlacesProps = { cardId: string; chosen: string | null; onChoose: (plan: TopUpPlan) => void }

/** "Travel again with this eSIM": the other destinations that the network names for it, asked when somebody wants to know. */
export function Places({ cardId, chosen, onChoose }: PlacesProps) {
  const t = useTranslations('topup.places')
  const locale = useLocale()
  const isOnline = useOnline()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...topUpPlacesQuery(cardId, locale), enabled: isWanted })
  const others = data?.destinations.filter(({ isOwn }) => !isOwn) ?? []
  const heading = useRef<HTMLHeadingElement>(null)

  // Whoever came by a link to this part has asked already. It was not there yet when the browser looked for it.
  useEffect(() => {
    if (window.location.hash !== `#${PLACES}`) return
    setIsWanted(navigator.onLine)
    heading.current?.focus()
  }, [])

  const ask = () => {
    setIsWanted(true)
    // The button goes away; what it asked for comes below.
    heading.current?.focus()
  }

  const again = () => {
    heading.current?.focus()
    void refetch()
  }

  return (
    <section className="panel mt-5" aria-labelledby={PLACES}>
      <h2 id={PLACES} ref={heading} tabIndex={-1}>
        {t('heading')}
      </h2>
      <p className="soft">{t('body')}</p>
      {isWanted ? null : (
        <Button className="mt-3" disabled={!isOnline} aria-describedby="places-offline" onClick={ask}>
          {t('ask')}
        </Button>
      )}
      <div role="status">
        {isFetching ? <p className="soft">{t('asking')}</p> : null}
        {data && !isFetching ? <p className="mt-2">{t('found', { count: others.length })}</p> : null}
      </div>
      {isError && !isFetching ? (
        <Notice tone="wait">
          <p>{t('failed')}</p>
          <Button size="small" disabled={!isOnline} aria-describedby="places-offline" onClick={again}>
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
