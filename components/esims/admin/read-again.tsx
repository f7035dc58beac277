'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { readFacts } from '#lib/esims/client/staff-esims.ts'

/** Asks the network about an eSIM again; the page then shows the new ages. */
export function ReadAgain({ esimId }: { esimId: string }) {
  const t = useTranslations('admin-desk.card')
  const router = useRouter()
  const [said, setSaid] = useState<'readGood' | 'readSilent' | 'readFailed' | null>(null)
  const [isReading, setReading] = useState(false)

  async function read() {
    setReading(true)
    try {
      const { isRead } = await readFacts(esimId)
      setSaid(isRead ? 'readGood' : 'readSilent')
      router.refresh()
    } catch {
      setSaid('readFailed')
    } finally {
      setReading(false)
    }
  }

  return (
    <span className="a-row">
      <span role="status" className="a-meta">
        {said ? t(said) : t('againHint')}
      </span>
      <Button size="small" disabled={isReading} onClick={read}>
        {t(isReading ? 'reading' : 'again')}
      </Button>
    </span>
  )
}
