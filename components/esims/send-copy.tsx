'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { toFailure } from '#lib/core/client/request.ts'
import { sendCopy } from '#lib/esims/client/esims.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'

type SendCopyProps = { esimId: string; emailMasked: string; terms: CopyTerms }
type State = 'resting' | 'sending' | 'sent' | 'enough' | 'failed'

/** Has an opened eSIM mailed to the address of its order, with its QR code. */
export function SendCopy({ esimId, emailMasked, terms }: SendCopyProps) {
  const t = useTranslations('card.copyMail')
  const { refresh } = useRefresh()
  const [state, setState] = useState<State>('resting')
  const email = () => <bdi>{emailMasked}</bdi>

  const send = async () => {
    setState('sending')
    try {
      await sendCopy(esimId)
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
      <OnlineButton disabled={state === 'sending' || state === 'sent'} onClick={() => void send()}>
        <Icon name={state === 'sent' ? 'check' : 'mail'} />
        {t(state === 'sending' ? 'sending' : 'send')}
      </OnlineButton>
      <p className="small soft mt-2" role="status">
        {t.rich(state === 'resting' || state === 'sending' ? 'why' : state, { email })}
      </p>
    </div>
  )
}
