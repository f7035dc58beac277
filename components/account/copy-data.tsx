'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { dataFailure } from '#components/account/data-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { copyOwnData } from '#lib/client/account.ts'

/** Hands the customer everything that is kept, as a file. */
export function CopyData() {
  const t = useTranslations('account.data')
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  async function press() {
    setAsking(true)
    setSaid(t('copy.asking'))
    try {
      save(await copyOwnData())
      setSaid(t('copy.done'))
    } catch (error) {
      setSaid(t(`failed.${dataFailure(error)}`))
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel className="stack" aria-labelledby="copy">
      <h2 id="copy">{t('copy.title')}</h2>
      <p>{t('copy.body')}</p>
      <Button disabled={isAsking} onClick={press}>
        {t('copy.ask')}
      </Button>
      <p className="small soft" role="status">
        {said}
      </p>
    </Panel>
  )
}

function save(data: Record<string, unknown>): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'my-data.json'
  link.click()
  URL.revokeObjectURL(url)
}
