'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { CartRow } from '#components/checkout/cart/cart-row.tsx'
import { CartSum } from '#components/checkout/cart/cart-sum.tsx'
import { useCartOffers } from '#components/checkout/cart/use-cart-offers.ts'
import { SalesNote } from '#components/checkout/sales-note.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { removeFromCart, setCartCount } from '#lib/checkout/client/cart.ts'
import { type CartInput, readCart, subscribeCart } from '#lib/checkout/client/cart-store.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

const FAILURES = ['offline', 'rate_limited', 'till_closed', 'store_unavailable'] as const
const NOT_READ: readonly CartInput[] = []

/** What this browser has put aside, at today's prices. */
export function Cart() {
  const t = useTranslations('cart')
  const locale = toLocale(useLocale())
  const inputs = useSyncExternalStore(subscribeCart, readCart, () => NOT_READ)
  const isRead = useSyncExternalStore(subscribeCart, yes, no)
  const isOnline = useOnline()
  const offers = useCartOffers(inputs, locale)
  const count = inputs.reduce((sum, input) => sum + input.count, 0)
  const code = isOnline ? offers.failure?.code : 'offline'

  if (!isRead) return <p className="soft">{t('reading')}</p>
  if (inputs.length === 0) {
    return (
      <section className="state state-calm">
        <span />
        <div>
          <h2>{t('empty.heading')}</h2>
          <p>{t('empty.body')}</p>
          <p className="actions">
            <ButtonLink tone="primary" href={localePath(locale, '/destinations')}>
              {t('empty.action')}
            </ButtonLink>
          </p>
        </div>
      </section>
    )
  }

  return (
    <div className="columns">
      <div>
        {code ? (
          <Notice tone="wait" role="alert" className="mb-4">
            <p>{t(`failure.${FAILURES.find((known) => known === code) ?? 'internal'}`)}</p>
            {isOnline ? (
              <p className="mt-2">
                <Button size="small" onClick={() => void offers.ask()}>
                  {t('again')}
                </Button>
              </p>
            ) : null}
            {code === 'till_closed' ? <SalesNote /> : null}
          </Notice>
        ) : null}
        <ul className="cart-rows">
          {inputs.map((input, index) => (
            <CartRow
              key={`${input.planId}/${input.days}/${input.startDate}`}
              id={`count-${index + 1}`}
              input={input}
              line={offers.lineOf(input)}
              max={Math.max(input.count, Math.min(CART_LIMITS.cardsPerLine, CART_LIMITS.cards - count + input.count))}
              onCount={(next) => setCartCount(index, next)}
              onRemove={() => removeFromCart(index)}
            />
          ))}
        </ul>
      </div>
      <aside className="side side-flush">
        <CartSum count={count} view={offers.view} isStuck={code !== undefined} />
      </aside>
    </div>
  )
}

function yes(): boolean {
  return true
}

function no(): boolean {
  return false
}
