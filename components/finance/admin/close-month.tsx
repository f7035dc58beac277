'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSending } from '#components/ui/admin/use-sending.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { closeMonth } from '#lib/finance/client/finance.ts'

/** Closes a month after saying that it cannot be undone. */
export function CloseMonth({ id, month }: { id: string; month: string }) {
  const t = useTranslations('admin-finance.months')
  const words = useTranslations('admin-finance.supplier')
  const [isOpen, setOpen] = useState(false)
  const { state, send } = useSending()

  async function close() {
    if (await send(() => closeMonth(id))) setOpen(false)
  }

  return (
    <>
      <Button tone="primary" onClick={() => setOpen(true)}>
        {t('close', { month })}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="close-month">
        <div className="a-pb-stack">
          <h2 id="close-month">{t('close', { month })}</h2>
          <p>{t('closeWarning')}</p>
          <p role="status" className="a-meta">
            {state === 'idle' ? '' : state === 'sending' ? t('closing') : words(`state.${state}`)}
          </p>
          <p className="a-row">
            <Button tone="ink" disabled={state === 'sending'} onClick={close}>
              {t('closeNow')}
            </Button>
            <Button onClick={() => setOpen(false)}>{t('leave')}</Button>
          </p>
        </div>
      </Dialog>
    </>
  )
}
