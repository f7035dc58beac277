'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { Offer, Stop } from '#components/checkout/use-offer.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'

const KNOWN = [
  'sold_out',
  'not_on_sale',
  'quote_expired',
  'upstream_unavailable',
  'till_closed',
  'rate_limited',
  'conflict',
  'payment_failed',
  'offline',
] as const
const ENDED = ['not_on_sale', 'gone']

type Known = (typeof KNOWN)[number] | 'internal'

/** Why nothing can be ordered now, where the money is, and what to do. */
export function StopNotice({ stop, offer, othersHref }: { stop: Stop; offer: Offer; othersHref: string }) {
  const t = useTranslations('checkout.stopped')
  const box = useRef<HTMLElement>(null)
  const code = wordsFor(stop.code)
  const destination = offer.quote.destination.name

  useEffect(() => box.current?.focus(), [])

  return (
    <section className="change" role="alert" tabIndex={-1} ref={box}>
      <h2>{t(`${code}.heading`)}</h2>
      <p>{t(`${code}.body`, { count: stop.count, destination })}</p>
      {stop.reference && code === 'internal' ? (
        <p className="small soft">
          {t.rich('reference', { reference: stop.reference, code: (words) => <bdi>{words}</bdi> })}
        </p>
      ) : null}
      <p className="actions">
        {code === 'sold_out' && stop.count > 1 ? <Fewer stop={stop} offer={offer} /> : null}
        {code === 'sold_out' || code === 'not_on_sale' ? (
          <ButtonLink href={othersHref}>{t('others')}</ButtonLink>
        ) : (
          <Button tone="ink" disabled={offer.isAsking} onClick={() => void offer.renew()}>
            {t(code === 'payment_failed' ? 'tryAgain' : 'renew')}
          </Button>
        )}
      </p>
    </section>
  )
}

// What was last on offer for certain, else one less than was asked for.
function Fewer({ stop, offer }: { stop: Stop; offer: Offer }) {
  const t = useTranslations('checkout.stopped')
  const count = offer.quote.count < stop.count ? offer.quote.count : stop.count - 1

  return (
    <Button tone="ink" onClick={() => offer.choose({ count })}>
      {t('fewer', { count })}
    </Button>
  )
}

function wordsFor(code: string): Known {
  if (ENDED.includes(code)) return 'not_on_sale'

  return KNOWN.find((known) => known === code) ?? 'internal'
}
