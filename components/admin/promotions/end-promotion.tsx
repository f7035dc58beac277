'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSave } from '#components/admin/promotions/use-save.ts'
import { Button } from '#components/ui/button.tsx'
import { endPromotion } from '#lib/client/promotions.ts'

/** Ends a promotion for good: asked for twice, because there is no way back. */
export function EndPromotion({ id, turn, code }: { id: string; turn: number; code: string }) {
  const t = useTranslations('admin-promotions')
  const { state, save } = useSave()
  const [isAsked, setAsked] = useState(false)

  return (
    <span className="a-row">
      {isAsked ? (
        <>
          <Button
            size="small"
            tone="ink"
            disabled={state === 'sending'}
            onClick={() => void save(() => endPromotion({ id, turn }))}
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
