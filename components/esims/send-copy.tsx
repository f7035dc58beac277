'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { call, toFailure } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import type { sendEsimCopyCall } from '#lib/esims/schema.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'

type SendCopyProps = { esimId: string; emailMasked: string; terms: CopyTerms }
type State = 'resting' | 'sending' | 'sent' | 'enough' | 'failed'

/** Has an opened eSIM mailed to the address of its order, with its QR code. */
export function SendCopy({ esimId, emailMasked, terms }: SendCopyProps) {
  const t = useTranslations('card.copyMail')
  const { refresh } = useRefresh()
  const isOnline = useOnline()
  const [state, setState] = useState<State>('resting')
  const email = () => <bdi>{emailMasked}</bdi>

  const send = async () => {
    setState('sending')
    try {
      await call<typeof sendEsimCopyCall>('POST /api/esims/[id]/copies', { params: { id: esimId } })
      setState('sent')
      // The history of the order tells of it.
      refresh()
    } catch (thrown) {
      setState(toFailure(thrown).code === 'rate_limited' ? 'enough' : 'failed')
    }
  }
  if (!terms.isProven) return <p className="small soft">{t.rich('unproven', { email })}</p>

  return (
    <div>
      <Button disabled={state === 'sending' || state === 'sent' || !isOnline} onClick={() => void send()}>
        <Icon name={state === 'sent' ? 'check' : 'mail'} />
        {t(state === 'sending' ? 'sending' : 'send')}
      </Button>
      <p className="small soft mt-2" role="status">
        {t.rich(state === 'resting' || state === 'sending' ? 'why' : state, { email })}
      </p>
    </div>
  )
}
