'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { keepOffers, markOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartWish } from '#lib/checkout/client/cart-store.ts'
import { requestCart } from '#lib/checkout/client/carts.ts'
import type { CartLine, CartView } from '#lib/checkout/rules/cart-view.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'

type Answer = { of: string; view: CartView }

const SETTLE_MS = 500

/** What the network says of a cart: asked when it is opened and after every change, kept line by line meanwhile. */
export function useCartOffers(wishes: readonly CartWish[], locale: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [known, setKnown] = useState<ReadonlyMap<string, CartLine>>(new Map())
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const running = useRef<AbortController | null>(null)
  const hasAsked = useRef(false)
  const of = wishes.map(markOf).join(' ')

  const ask = useCallback(async () => {
    running.current?.abort()
    if (wishes.length === 0) return
    const control = new AbortController()
    running.current = control
    hasAsked.current = true
    setFailure(null)
    try {
      const view = await requestCart(wishes, { locale, signal: control.signal })
      if (control.signal.aborted) return
      keepOffers(wishes.flatMap((wish, index) => toOffer(wish, view.lines[index])))
      setKnown(new Map(wishes.flatMap((wish, index) => toEntry(wish, view.lines[index]))))
      setAnswer({ of: wishes.map(markOf).join(' '), view })
    } catch (thrown) {
      if (!control.signal.aborted) setFailure(toFailure(thrown))
    }
  }, [wishes, locale])

  useEffect(() => {
    const timer = setTimeout(() => void ask(), hasAsked.current ? SETTLE_MS : 0)

    return () => clearTimeout(timer)
  }, [ask])

  return {
    /** The sum and where to order, null until the network has answered for the cart as it is. */
    view: answer?.of === of ? answer.view : null,
    lineOf: (wish: CartWish): CartLine | null => known.get(markOf(wish)) ?? null,
    failure,
    ask,
  }
}

function toOffer(wish: CartWish, line: CartLine | undefined) {
  return line?.quote ? [{ wish, quoteId: line.quote.id }] : []
}

function toEntry(wish: CartWish, line: CartLine | undefined): [string, CartLine][] {
  return line ? [[markOf(wish), line]] : []
}
