'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { cardNetworksQuery } from '#lib/esims/client/esims.ts'
import type { Network } from '#lib/settings/rules/shop.ts'

/** The networks of an eSIM by country, from the network's own record, asked when somebody wants to know. */
export function CardNetworks({ cardId }: { cardId: string }) {
  const t = useTranslations('card.ladder.networks')
  const locale = useLocale()
  const isOnline = useOnline()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({ ...cardNetworksQuery(cardId, locale), enabled: isWanted })
  const box = useRef<HTMLDivElement>(null)
  const why = `offline-${cardId}-networks`

  const ask = () => {
    // The button goes away; the answer comes in its place.
    box.current?.focus()
    setIsWanted(true)
    if (isWanted) void refetch()
  }
  const asks = (words: string) => (
    <>
      <Button size="small" disabled={!isOnline} aria-describedby={why} onClick={ask}>
        {words}
      </Button>
      <OfflineReason id={why} />
    </>
  )

  return (
    <div className="stack gap-3" ref={box} tabIndex={-1}>
      {isFetching ? (
        <p className="soft">{t('asking')}</p>
      ) : isError ? (
        <>
          <p className="soft">{t('failed')}</p>
          <p>{asks(t('again'))}</p>
        </>
      ) : data ? (
        <ByCountry countries={data.countries} />
      ) : (
        <p>{asks(t('ask'))}</p>
      )}
    </div>
  )
}

type ByCountryProps = { countries: { country: string; networks: Network[] }[] | null }

function ByCountry({ countries }: ByCountryProps) {
  const t = useTranslations('card.ladder.networks')
  if (!countries) return <p className="soft">{t('none')}</p>

  return (
    <dl className="pairs">
      {countries.map(({ country, networks }) => (
        <div key={country}>
          <dt>{country}</dt>
          <dd>
            <bdi>
              {networks
                .map(({ operator, generation }) => (generation === null ? operator : `${operator} ${generation}`))
                .join(', ')}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
