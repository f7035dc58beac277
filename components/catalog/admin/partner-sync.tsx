'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { syncPartners } from '#lib/catalog/client/catalog.ts'

/** Reads the partners again. */
export function PartnerSync() {
  const t = useTranslations('admin-catalogue.partners')
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    setSaid(null)
    try {
      setSaid(t('read', await syncPartners()))
      router.refresh()
    } catch {
      setSaid(t('failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <span className="a-row">
      <span role="status" className="a-meta">
        {said}
      </span>
      <Button tone="ink" disabled={isBusy} onClick={start}>
        {t(isBusy ? 'reading' : 'start')}
      </Button>
    </span>
  )
}
