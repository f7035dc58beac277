'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { requestSignInLink } from '#lib/customers/client/account.ts'

type LinkDialogProps = { email: string; isOpen: boolean; onClose: () => void }

/** Says that this wants a fresh sign-in, and has the link mailed: whoever has no password proves the mailbox. */
export function LinkDialog({ email, isOpen, onClose }: LinkDialogProps) {
  const t = useTranslations('account.prove')
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')

  async function mail() {
    setState('sending')
    try {
      await requestSignInLink(email)
      setState('sent')
    } catch {
      setState('failed')
    }
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="link-title">
      <div className="stack">
        <h2 id="link-title">{t('title')}</h2>
        <p>{t('text')}</p>
        <p role="status">{state === 'sent' || state === 'failed' ? t(state) : null}</p>
        <p className="actions">
          {state === 'sent' ? null : (
            <OnlineButton tone="ink" disabled={state === 'sending'} says="link-offline" onClick={mail}>
              {t('mail')}
            </OnlineButton>
          )}
          <Button onClick={onClose}>{t('close')}</Button>
          <OfflineReason id="link-offline" />
        </p>
      </div>
    </Dialog>
  )
}
