'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { addToCart, type CartFull, limitOf } from '#lib/checkout/client/cart.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'

export type AddWords = { add: string; added: string; open: string; cartHref: string; full: Record<CartFull, string> }
type AddToCartProps = { words: AddWords; choose: () => CartInput | readonly CartInput[] | null }

/** Puts a choice aside in this browser. Nothing is asked of anybody, so that it works offline too. */
export function AddToCart({ words, choose }: AddToCartProps) {
  const [outcome, setOutcome] = useState<CartFull | 'added' | null>(null)

  const add = () => {
    const inputs = [choose() ?? []].flat()
    const full = inputs.map(addToCart).find((problem) => problem !== null)
    setOutcome(inputs.length === 0 ? null : (full ?? 'added'))
  }

  return (
    <>
      <Button wide onClick={add}>
        {words.add}
      </Button>
      <div role="status" className="empty:absolute">
        {outcome ? (
          <Notice tone={outcome === 'added' ? 'good' : 'wait'}>
            {outcome === 'added' ? words.added : words.full[outcome].replace('{limit}', `${limitOf(outcome)}`)}{' '}
            <a className="text-link" href={words.cartHref}>
              {words.open}
            </a>
          </Notice>
        ) : null}
      </div>
    </>
  )
}
