'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cardNetworksQuery } from '#lib/client/esims.ts'

/** The networks of an eSIM by country, from the network's own record, asked when somebody wants to know. */
export function CardNetworks({ cardId }: { cardId: string }) {
  const t = useTranslations('card.ladder.networks')
  const locale = useLocale()
  const [isWanted, setIsWanted] = useState(false)
  const { data, isError, isFetching } = useQuery({ ...cardNetworksQuery(cardId, locale), enabled: isWanted })
  if (!isWanted) {
    return (
      <p>
        <Button size="small" onClick={() => setIsWanted(true)}>
          {t('ask')}
        </Button>
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
