'use client'

import { useTranslations } from 'next-intl'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import { call } from '#lib/core/client/request.ts'
import type { sendEsimCopyCall } from '#lib/esims/schema.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'

/** Has an opened eSIM mailed to the address of its order, with its QR code. */
export function SendCopy({ esimId, emailMasked, terms }: { esimId: string; emailMasked: string; terms: CopyTerms }) {
  const t = useTranslations('card.copyMail')
  const { refresh } = useRefresh()
  // The history of the order tells of it.
  const { run, isSending, isDone, failure } = useSending(
    () => call<typeof sendEsimCopyCall>('POST /api/esims/[id]/copies', { params: { id: esimId } }),
    refresh,
  )
  const email = () => <bdi>{emailMasked}</bdi>
  const outcome = isDone ? 'sent' : failure ? (failure.code === 'rate_limited' ? 'enough' : 'failed') : 'why'
  if (!terms.isProven) return <p className="small soft">{t.rich('unproven', { email })}</p>

  return (
    <div>
      <OnlineButton disabled={isSending || isDone} onClick={() => run()}>
        <Icon name={isDone ? 'check' : 'mail'} />
        {t(isSending ? 'sending' : 'send')}
      </OnlineButton>
      <p className="small soft mt-2" role="status">
        {t.rich(outcome, { email })}
      </p>
    </div>
  )
}
