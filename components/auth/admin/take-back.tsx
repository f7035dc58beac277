'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { takeInviteBack } from '#lib/auth/client/staff.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'

/** Takes an invitation back: its links stop working. */
export function TakeBack({ id, email }: { id: string; email: string }) {
  const t = useTranslations('admin-staff.invite')
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  async function takeBack(event: MouseEvent<HTMLButtonElement>) {
    keepPlace(event.currentTarget, '.a-list .btn', 'main h1')
    setState('sending')
    try {
      await takeInviteBack(id)
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button onClick={takeBack} disabled={state === 'sending'} aria-label={t('takeBackWhom', { email })}>
        {t('takeBack')}
      </Button>
      {state === 'failed' ? <span role="alert">{t('failed.internal')}</span> : null}
    </>
  )
}
