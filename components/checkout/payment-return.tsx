'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Dial, StateBox } from '#components/orders/state-box.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { orderStatusQuery, requestSettlement } from '#lib/orders/client/orders.ts'

const SLOW_MS = 10_000
const PATIENCE_MS = 120_000

type Phase = 'looking' | 'slow' | 'over'

/** Waits for our own record of the payment, then goes on to the order. After two minutes it says how to go on. */
export function PaymentReturn({ orderId, payUrl }: { orderId: string; payUrl: string | null }) {
  const t = useTranslations('checkout.return')
  const [openedAt] = useState(() => Date.now())
  const phase = usePhase()
  const { data } = useQuery(orderStatusQuery(orderId, openedAt))
  const isPaid = data?.statuses.some((status) => status !== 'waiting_for_payment') ?? false

  useEffect(() => {
    // A failure here costs seconds only: the provider's event and the worker's own look lead to the same place.
    requestSettlement(orderId).catch(() => {})
  }, [orderId])

  useEffect(() => {
    if (isPaid) window.location.replace(`/o/${orderId}`)
  }, [isPaid, orderId])

  return (
    <StateBox role="status" mark={<Dial />}>
      <h1>{t('heading')}</h1>
      <p>{phase === 'looking' ? t('body') : t('slow')}</p>
      <p className="actions">
        <ButtonLink href={`/o/${orderId}`}>{t('toOrder')}</ButtonLink>
        {phase === 'over' && payUrl ? (
          <ButtonLink href={payUrl} rel="noreferrer">
            {t('again')}
          </ButtonLink>
        ) : null}
      </p>
    </StateBox>
  )
}

function usePhase(): Phase {
  const [phase, setPhase] = useState<Phase>('looking')

  useEffect(() => {
    const timers = [setTimeout(() => setPhase('slow'), SLOW_MS), setTimeout(() => setPhase('over'), PATIENCE_MS)]

    return () => timers.forEach(clearTimeout)
  }, [])

  return phase
}
