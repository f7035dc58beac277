'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { hidePartner, hidePlan } from '#lib/catalog/client/catalog.ts'

type HideToggleProps = { what: { planId: string } | { partnerId: number }; name: string; isHidden: boolean }

/** Hides a plan or a partner from the shop, or shows it again. */
export function HideToggle({ what, name, isHidden }: HideToggleProps) {
  const t = useTranslations('admin-catalogue.hide')
  const router = useRouter()
  const [hasFailed, setFailed] = useState(false)
  const [isSending, setSending] = useState(false)

  async function toggle() {
    setSending(true)
    setFailed(false)
    try {
      await ('planId' in what ? hidePlan(what.planId, !isHidden) : hidePartner(what.partnerId, !isHidden))
      router.refresh()
    } catch {
      setFailed(true)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Button
        size="small"
        disabled={isSending}
        aria-label={t(isHidden ? 'showOne' : 'hideOne', { name })}
        onClick={toggle}
      >
        {t(isHidden ? 'show' : 'hide')}
      </Button>
      {hasFailed ? <span role="alert"> {t('failed')}</span> : null}
    </>
  )
}
