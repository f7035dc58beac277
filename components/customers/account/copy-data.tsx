'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { dataFailure } from '#components/customers/account/data-failure.ts'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { saveFile } from '#lib/core/client/save-file.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { copyOwnData } from '#lib/customers/client/account.ts'

/** Hands the customer everything that is kept, as a file. */
export function CopyData({ mailTo }: { mailTo: string | null }) {
  const t = useTranslations('account.data')
  const isOnline = useOnline()
  const { withProof, dialog } = useProof('account', mailTo)
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')

  async function press() {
    setAsking(true)
    setSaid(t('copy.asking'))
    try {
      saveFile('my-data.json', 'application/json', JSON.stringify(await withProof(copyOwnData), null, 2))
      setSaid(t('copy.done'))
    } catch (error) {
      const failure = dataFailure(error)
      setSaid(failure ? t(`failed.${failure}`) : '')
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel className="stack" aria-labelledby="copy">
      <h2 id="copy">{t('copy.title')}</h2>
      <p>{t('copy.body')}</p>
      <p className="actions">
        <Button disabled={isAsking || !isOnline} aria-describedby="copy-offline" onClick={press}>
          {t('copy.ask')}
        </Button>
        <OfflineReason id="copy-offline" />
        <span className="small soft" role="status">
          {said}
        </span>
      </p>
      {dialog}
    </Panel>
  )
}
