'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PROMOTION_REFUSALS } from '#components/pricing/admin/promotions/refusals.ts'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import { endPromotion } from '#lib/pricing/client/promotions.ts'

/** Ends a promotion for good: asked for twice, because there is no way back. */
export function EndPromotion({ id, turn, code }: { id: string; turn: number; code: string }) {
  const t = useTranslations('admin-promotions')
  const { state, send } = useSending(PROMOTION_REFUSALS)
  const [isAsked, setAsked] = useState(false)

  return (
    <span className="a-row">
      {isAsked ? (
        <>
          <Button
            size="small"
            tone="ink"
            disabled={state === 'sending'}
            onClick={() => void send(() => endPromotion({ id, turn }))}
          >
            {t('endForGood')}
          </Button>
          <Button size="small" onClick={() => setAsked(false)}>
            {t('keep')}
          </Button>
        </>
      ) : (
        <Button size="small" aria-label={t('endOf', { code })} onClick={() => setAsked(true)}>
          {t('end')}
        </Button>
      )}
      <span role="status" className="a-meta">
        {state === 'idle' || state === 'saved' ? '' : t(`state.${state}`)}
      </span>
    </span>
  )
}
