'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { keepOffers, markOf } from '#lib/checkout/client/cart-offers.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'
import { requestCart } from '#lib/checkout/client/carts.ts'
import type { CartLine, CartView } from '#lib/checkout/rules/cart-view.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'

type Answer = { of: string; view: CartView }

const SETTLE_MS = 500

/** What the network says of a cart: asked when it is opened and after every change, kept line by line meanwhile. */
export function useCartOffers(inputs: readonly CartInput[], locale: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [known, setKnown] = useState<ReadonlyMap<string, CartLine>>(new Map())
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const running = useRef<AbortController | null>(null)
  const hasAsked = useRef(false)
  const of = inputs.map(markOf).join(' ')

  const ask = useCallback(async () => {
    running.current?.abort()
    if (inputs.length === 0) return
    const control = new AbortController()
    running.current = control
    hasAsked.current = true
    setFailure(null)
    try {
      const view = await requestCart(inputs, { locale, signal: control.signal })
      if (control.signal.aborted) return
      keepOffers(inputs.flatMap((input, index) => toOffer(input, view.lines[index])))
      setKnown(new Map(inputs.flatMap((input, index) => toEntry(input, view.lines[index]))))
      setAnswer({ of: inputs.map(markOf).join(' '), view })
    } catch (thrown) {
      if (!control.signal.aborted) setFailure(toFailure(thrown))
    }
  }, [inputs, locale])

  useEffect(() => {
    const timer = setTimeout(() => void ask(), hasAsked.current ? SETTLE_MS : 0)

    return () => clearTimeout(timer)
  }, [ask])

  return {
    /** The sum and where to order, null until the network has answered for the cart as it is. */
    view: answer?.of === of ? answer.view : null,
    lineOf: (input: CartInput): CartLine | null => known.get(markOf(input)) ?? null,
    failure,
    ask,
  }
}

function toOffer(input: CartInput, line: CartLine | undefined) {
  return line?.quote ? [{ input, quoteId: line.quote.id }] : []
}

function toEntry(input: CartInput, line: CartLine | undefined): [string, CartLine][] {
  return line ? [[markOf(input), line]] : []
}
