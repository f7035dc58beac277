'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { AppForm } from '#components/auth/admin/app-form.tsx'
import { PasskeyForm } from '#components/auth/admin/passkey-form.tsx'
import { RecoveryCodes } from '#components/auth/admin/recovery-codes.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { beginApp, type NewApp } from '#lib/auth/client/factors.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type SetUpFactorProps = { back: string; hasPasskeys: boolean }

/** The door of somebody who must have a second factor and has none: an app or a passkey, then the recovery codes. */
export function SetUpFactor({ back, hasPasskeys }: SetUpFactorProps) {
  const t = useTranslations('admin-staff.factor')
  const isOnline = useOnline()
  const [app, setApp] = useState<NewApp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function begin() {
    setProblem(null)
    try {
      setApp(await beginApp('staff'))
    } catch (error) {
      setProblem(t(toFailure(error).code === 'offline' ? 'failed.offline' : 'failed.internal'))
    }
  }

  if (codes) return <RecoveryCodes codes={codes} onKept={() => window.location.assign(back)} />
  if (app) return <AppForm side="staff" app={app} onAdded={setCodes} onCancel={() => setApp(null)} />

  return (
    <>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      <Button tone="primary" wide disabled={!isOnline} aria-describedby="set-up-offline" onClick={begin}>
        {t('addApp')}
      </Button>
      <OfflineReason id="set-up-offline" />
      {hasPasskeys ? <PasskeyForm side="staff" onAdded={setCodes} withProof={(act) => act()} /> : null}
    </>
  )
}
