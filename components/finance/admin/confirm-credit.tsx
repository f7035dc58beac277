'use client'

import { useTranslations } from 'next-intl'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import { confirmCredit } from '#lib/finance/client/finance.ts'

/** Says that the supplier has given this credit. `name` tells it apart for who hears the buttons. */
export function ConfirmCredit({ id, name }: { id: string; name: string }) {
  const t = useTranslations('admin-finance.supplier')
  const { state, send } = useSending()

  return (
    <>
      <Button
        disabled={state === 'sending' || state === 'saved'}
        aria-label={t('confirmOf', { name })}
        onClick={() => send(() => confirmCredit(id))}
      >
        {t('confirm')}
      </Button>
      <span role="status" className="a-sub">
        {state === 'idle' ? '' : t(`state.${state}`)}
      </span>
    </>
  )
}
