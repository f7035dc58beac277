'use client'

import { useLocale } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { afterRefusal, type RefusedFields } from '#components/checkout/checkout-problems.ts'
import type { Offers } from '#components/checkout/use-offers.ts'
import type { Vouchers } from '#components/checkout/voucher/voucher-box.tsx'
import { type CheckoutDraft, forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { isLostAnswer, RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useReturn } from '#lib/core/client/use-online.ts'
import { isPhoneChecked } from '#lib/esims/client/known-phone.ts'
import { countedOrigin } from '#lib/finance/client/visits.ts'
import { orderKey } from '#lib/orders/client/order-key.ts'
import { type OrderBody, requestOrder } from '#lib/orders/client/orders.ts'
import { moveVouchers } from '#lib/pricing/client/vouchers.ts'
import type { QuoteView } from '#lib/settings/rules/shop.ts'

/** What the buyer has said beside the offers. */
type Said = { details: Omit<OrderBody, 'items'>; names: string[][] }

type OrderOptions = {
  offers: Offers
  vouchers: Vouchers
  /** Takes what the buyer has to mend. */
  onRefused: (fields: RefusedFields) => void
}

/** Orders once and goes to the payment page. A second press while the first is under way does nothing. */
export function useOrder({ offers, vouchers, onRefused }: OrderOptions) {
  const language = useLocale()
  const [isOrdering, setIsOrdering] = useState(false)
  const isBusy = useRef(false)

  const release = () => {
    isBusy.current = false
    setIsOrdering(false)
  }

  useReturn(release)

  const send = async (quotes: readonly QuoteView[], { details, names }: Said) => {
    const items = quotes.map(({ id, count }, index) => ({ quoteId: id, ...named(names[index] ?? [], count) }))
    const input = { items, ...details }
    const onceKey = orderKey(checkoutIdOf(quotes.map(({ id }) => id)), input)
    const { payUrl } = await requestOrder(input, { onceKey, language, origin: countedOrigin() })
    window.location.assign(payUrl)
  }

  /** Orders new offers in the place of those whose order is unpaid, once, and only at the prices that were shown. */
  const replace = async (said: Said): Promise<boolean> => {
    const quotes = await offers.renew()
    if (!quotes) return false
    try {
      const moved = await moveVouchers(vouchers.view, checkoutIdOf(quotes.map(({ id }) => id))).catch((thrown) => {
        // No order was sent yet that could have been lost.
        const failure = toFailure(thrown)
        throw isLostAnswer(failure) ? new RequestFailure('store_unavailable') : failure
      })
      if (moved) {
        await send(quotes, { ...said, details: { ...said.details, ...moved } })

        return true
      }
      vouchers.refuse({ code: vouchers.codes[0] }, true)
    } catch (thrown) {
      const failure = toFailure(thrown)
      const next = afterRefusal(failure)
      if (next.step === 'code' || next.step === 'mend') offers.answered()
      if (next.step === 'code') vouchers.refuse(failure.details, true)
      else if (next.step === 'mend') onRefused(next.fields)
      // Not asked for once more by itself: whatever moves so fast is looked at first.
      else offers.halt(next.step === 'renew' ? new RequestFailure('quote_expired') : failure, quotes)
    }

    return false
  }

  /** Does what follows a refusal. `true` where that leads to another page. */
  const goOn = async (failure: RequestFailure, said: Said): Promise<boolean> => {
    const next = afterRefusal(failure)
    if (next.step === 'replace') return replace(said)
    if (next.step === 'open_former') {
      // The page of a checkout leads to the order that stands.
      window.location.assign(`/checkout/${offers.checkoutId}`)

      return true
    }
    if (next.step === 'code' || next.step === 'mend') offers.answered()
    if (next.step === 'renew') await offers.renew()
    else if (next.step === 'code') vouchers.refuse(failure.details)
    else if (next.step === 'mend') onRefused(next.fields)
    else offers.halt(failure)

    return false
  }

  const order = async (details: Said['details'], names: string[][]) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsOrdering(true)
    const said = { details, names }
    try {
      await send(
        offers.items.map(({ quote }) => quote),
        said,
      )
    } catch (thrown) {
      if (!(await goOn(toFailure(thrown), said))) release()
    }
  }

  return { isOrdering, order }
}

function named(names: string[], count: number): { travellers?: string[] } {
  const travellers = Array.from({ length: count }, (_, index) => (names[index] ?? '').trim())

  return travellers.some((name) => name !== '') ? { travellers } : {}
}

const EMPTY: CheckoutDraft = {
  email: '',
  travellers: [],
  agreed: { hasRead: false, deviceChecked: false },
  invoice: null,
  remind: false,
  gift: null,
  method: null,
}

/** What the buyer has typed and ticked, kept over a reload and a visit to the payment page. It follows a new offer. */
export function useDraft(checkoutId: string, knownEmail: string) {
  const [empty] = useState({ ...EMPTY, email: knownEmail })
  const [draft, setDraft] = useState(empty)
  const keptUnder = useRef(checkoutId)
  const [firstId] = useState(checkoutId)

  useEffect(() => {
    const kept = readDraft(firstId) ?? draftBefore(empty)
    if (kept) setDraft((typed) => (typed === empty ? kept : typed))
  }, [firstId, empty])

  useEffect(() => {
    if (draft === empty) return
    if (keptUnder.current !== checkoutId) forgetDraft(keptUnder.current)
    keptUnder.current = checkoutId
    keepDraft(checkoutId, draft)
  }, [checkoutId, draft, empty])

  return {
    draft,
    change: (changes: Partial<CheckoutDraft>) => setDraft((typed) => ({ ...typed, ...changes })),
  }
}

/** What the plan's page was told about the phone already. */
function draftBefore(empty: CheckoutDraft): CheckoutDraft | null {
  return isPhoneChecked() ? { ...empty, agreed: { hasRead: false, deviceChecked: true } } : null
}
