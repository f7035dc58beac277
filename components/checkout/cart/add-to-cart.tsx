'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { addToCart, type CartFull, limitOf } from '#lib/checkout/client/cart.ts'
import type { CartInput } from '#lib/checkout/client/cart-store.ts'

export type AddLabels = { add: string; added: string; open: string; cartHref: string; full: Record<CartFull, string> }
type AddToCartProps = { tone?: 'primary'; labels: AddLabels; choose: () => CartInput | readonly CartInput[] | null }

/** Puts a choice aside in this browser. Nothing is asked of anybody, so that it works offline too. */
export function AddToCart({ tone, labels, choose }: AddToCartProps) {
  const [outcome, setOutcome] = useState<CartFull | 'added' | null>(null)

  const add = () => {
    const inputs = [choose() ?? []].flat()
    setOutcome(inputs.length === 0 ? null : (addToCart(inputs) ?? 'added'))
  }

  return (
    <>
      <Button tone={tone} wide onClick={add}>
        {labels.add}
      </Button>
      <div role="status" className="empty:absolute">
        {outcome ? (
          <Notice tone={outcome === 'added' ? 'good' : 'wait'}>
            {outcome === 'added' ? labels.added : labels.full[outcome].replace('{limit}', `${limitOf(outcome)}`)}{' '}
            <a className="text-link" href={labels.cartHref}>
              {labels.open}
            </a>
          </Notice>
        ) : null}
      </div>
    </>
  )
}
