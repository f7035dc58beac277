'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { cardNetworksQuery } from '#lib/client/esims.ts'
import { useOnline } from '#lib/client/use-online.ts'

/** The networks of an eSIM by country, from the network's own record, asked when somebody wants to know. */
export function CardNetworks({ cardId }: { cardId: string }) {
  const t = useTranslations('card.ladder.networks')
  const locale = useLocale()
  const isOnline = useOnline()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching } = useQuery({ ...cardNetworksQuery(cardId, locale), enabled: isWanted })
  if (!isWanted) {
    return (
      <p>
        <Button size="small" disabled={!isOnline} aria-describedby="networks-offline" onClick={() => setIsWanted(true)}>
          {t('ask')}
        </Button>
        <OfflineReason id="networks-offline" />
      </p>
    )
  }
  if (isFetching) return <p className="soft">{t('asking')}</p>
  if (isError || !data?.countries) return <p className="soft">{t('none')}</p>

  return (
    <dl className="pairs">
      {data.countries.map(({ country, networks }) => (
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
