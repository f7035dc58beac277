'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { readOrderFacts } from '#lib/esims/client/staff-esims.ts'

/** Asks the network about all eSIMs of an order again; the page then shows the new ages. */
export function ReadOrderAgain({ orderId }: { orderId: string }) {
  const t = useTranslations('admin-desk.card')
  const router = useRouter()
  const [hasFailed, setFailed] = useState(false)
  const [isReading, setReading] = useState(false)

  async function read() {
    setReading(true)
    setFailed(false)
    try {
      await readOrderFacts(orderId)
      router.refresh()
    } catch {
      setFailed(true)
    } finally {
      setReading(false)
    }
  }

  return (
    <span className="a-row">
      <span role="status" className="a-meta">
        {hasFailed ? t('readFailed') : ''}
      </span>
      <Button size="small" disabled={isReading} onClick={read}>
        {t(isReading ? 'reading' : 'again')}
      </Button>
    </span>
  )
}
