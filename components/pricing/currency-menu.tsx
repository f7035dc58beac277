'use client'

import { usePathname } from 'next/navigation'
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chosenCurrency, offeredTerms, readChoice, subscribeChoice } from '#lib/pricing/client/currency-choice.ts'

export type CurrencyLabels = { currency: string; country: string }

type FieldsProps = { own: string; labels: CurrencyLabels }

// Offers and orders keep the currency that they were made in.
const SETTLED = /^\/(checkout|o|e)\/(?!.*top-up)/

/** The currency that prices are shown in, and the way to another one. */
export function CurrencyMenu({ own, labels }: { own: string; labels: CurrencyLabels }) {
  const code = useSyncExternalStore(
    subscribeChoice,
    () => chosenCurrency() ?? own,
    () => own,
  )
  const isSettled = SETTLED.test(usePathname())

  useEffect(() => {
    // Of no use to those who pay in the store's currency, and where it is settled: they do not fetch it.
    if (code !== own) void import('./converted-prices.ts').then(({ followChoice }) => followChoice())
    else if (!isSettled && readChoice() === '' && isFromElsewhere(own)) {
      void import('./currency-offer.ts').then(({ offerCurrency }) => offerCurrency(own))
    }
  }, [own, code, isSettled])

  return isSettled ? null : (
    <details className="menu menu-wide" name="site-menu">
      <summary className="site-tool">
        <span className="sr-only">{labels.currency}: </span>
        <bdi>{code}</bdi>
      </summary>
      <div>
        <CurrencyPart labels={labels} own={own} />
      </div>
    </details>
  )
}

/** The choice itself, as soon as the menu around it is open. */
export function CurrencyPart({ own, labels }: FieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [Fields, setFields] = useState<ComponentType<FieldsProps> | null>(null)
  const isSettled = SETTLED.test(usePathname())
  useEffect(() => {
    const menu = place.current?.closest('details')
    // A file that did not come is asked for again when the menu is opened again: without it the page is whole.
    const read = async () => {
      const file = menu?.open ? await import('./currency-fields.tsx').catch(() => null) : null
      if (file) setFields(() => file.CurrencyFields)
    }
    void read()
    menu?.addEventListener('toggle', read)

    return () => menu?.removeEventListener('toggle', read)
  }, [])

  return isSettled ? null : (
    <div ref={place} className="stack px-3 py-2">
      {Fields ? <Fields labels={labels} own={own} /> : null}
    </div>
  )
}

/** Whether the browser names a country that may pay in a currency on offer: many begin with the letters of theirs. */
function isFromElsewhere(own: string): boolean {
  const [, country] = /-([A-Z]{2})\b/.exec(navigator.language) ?? []

  return country !== undefined && !own.startsWith(country) && RegExp(`\\b(${country}|EUR )`).test(offeredTerms())
}
