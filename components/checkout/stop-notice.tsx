'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { fieldId, usePlanTitle } from '#components/checkout/plan-block.tsx'
import { SalesNote } from '#components/checkout/sales-note.tsx'
import type { CheckoutStop, Offers } from '#components/checkout/use-offers.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

const KNOWN = [
  'sold_out',
  'not_on_sale',
  'quote_expired',
  'start_date',
  'upstream_unavailable',
  'store_unavailable',
  'till_closed',
  'rate_limited',
  'buyer_blocked',
  'conflict',
  'payment_failed',
  'offline',
  'order_lost',
] as const
const ENDED = ['not_on_sale', 'gone']

type Known = (typeof KNOWN)[number] | 'internal'

type StopNoticeProps = {
  stop: CheckoutStop
  offers: Offers
  othersHref: string
  email: string
}

/** Why nothing can be ordered now, where the money is, and what to do. `email`: as far as it was typed. */
export function StopNotice({ stop, offers, othersHref, email }: StopNoticeProps) {
  const t = useTranslations('checkout.stopped')
  const cart = useTranslations('cart.checkout')
  const isOnline = useOnline()
  const box = useRef<HTMLElement>(null)
  const code = knownCode(stop.code)
  const about = offers.items[stop.item ?? 0]
  const isOneOfMany = stop.item !== null && offers.items.length > 1

  useEffect(() => box.current?.focus(), [])

  return (
    <section className="change" role="alert" tabIndex={-1} ref={box}>
      <h2>{t(`${code}.heading`)}</h2>
      {isOneOfMany && about ? <About quote={about.quote} /> : null}
      <p>
        {t(`${code}.body`, {
          count: stop.count,
          destination: about?.quote.destination.name ?? '',
          minutes: stop.waitMinutes,
        })}
      </p>
      {stop.reference && (code === 'internal' || code === 'order_lost') ? (
        <p className="small soft">
          {t.rich('reference', { reference: stop.reference, code: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      ) : null}
      <p className="actions">
        {code === 'sold_out' && stop.count > 1 ? <Fewer stop={stop} offers={offers} /> : null}
        {code === 'sold_out' || code === 'not_on_sale' ? (
          <ButtonLink href={othersHref}>{offers.items.length > 1 ? cart('change') : t('others')}</ButtonLink>
        ) : code === 'buyer_blocked' ? (
          <ButtonLink href="/contact">{t('write')}</ButtonLink>
        ) : code === 'start_date' ? (
          <Button tone="ink" onClick={() => document.getElementById(fieldId('start-date', stop.item ?? 0))?.focus()}>
            {t('otherDay')}
          </Button>
        ) : code === 'order_lost' ? (
          // The same order under the same key: where it has arrived, it is answered and not placed again.
          <Button type="submit" tone="ink" disabled={!isOnline}>
            {t('tryAgain')}
          </Button>
        ) : (
          <Button
            tone="ink"
            disabled={offers.isLoading || !isOnline}
            onClick={(event) => {
              keepPlace(event.currentTarget, '.page-title')
              void offers.renew()
            }}
          >
            {t(code === 'payment_failed' || code === 'store_unavailable' ? 'tryAgain' : 'renew')}
          </Button>
        )}
      </p>
      {code === 'till_closed' ? <SalesNote email={email} /> : null}
    </section>
  )
}

// Which of the plans it is about, where there are several.
function About({ quote }: { quote: QuoteView }) {
  const t = useTranslations('cart.checkout')

  return (
    <p>
      <b>{t('about', { plan: usePlanTitle(quote) })}</b>
    </p>
  )
}

// What was last on offer for certain, else one less than was asked for.
function Fewer({ stop, offers }: { stop: CheckoutStop; offers: Offers }) {
  const t = useTranslations('checkout.stopped')
  const item = stop.item ?? 0
  const offered = offers.items[item]?.quote.count ?? 1
  const count = offered < stop.count ? offered : stop.count - 1

  return (
    <Button
      tone="ink"
      onClick={(event) => {
        keepPlace(event.currentTarget, '.page-title')
        offers.choose(item, { count })
      }}
    >
      {t('fewer', { count })}
    </Button>
  )
}

function knownCode(code: string): Known {
  if (ENDED.includes(code)) return 'not_on_sale'

  return KNOWN.find((known) => known === code) ?? 'internal'
}
