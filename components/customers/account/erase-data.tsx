'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { call, type RequestFailure } from '#lib/core/client/request.ts'
import { saveFile } from '#lib/core/client/save-file.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { copyOwnData } from '#lib/customers/client/account.ts'
import type { eraseMyDataCall } from '#lib/customers/schema.ts'

/** The end of an account: what goes, what stays, and the address typed to be sure. */
export function EraseData({ mailTo }: { mailTo: string | null }) {
  const t = useTranslations('account.data')
  const locale = toLocale(useLocale())
  const { withProof, dialog } = useProof('account', mailTo)
  const { run, isSending, isDone, failure } = useSending((email: string) =>
    withProof(() => call<typeof eraseMyDataCall>('DELETE /api/account/data', { body: { email } })),
  )
  const reason = failure && dataFailure(failure)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(String(new FormData(event.currentTarget).get('typed')))
  }

  if (isDone) {
    return (
      <Panel className="stack">
        <Notice tone="good" role="status">
          {t('erase.done')}
        </Notice>
        <ButtonLink href={localePath(locale, '/')}>{t('erase.home')}</ButtonLink>
      </Panel>
    )
  }

  return (
    <Panel aria-labelledby="erase">
      <form className="stack" method="post" onSubmit={submit}>
        <h2 id="erase">{t('erase.title')}</h2>
        <p>{t('erase.body')}</p>
        <p>{t('erase.kept')}</p>
        <Problem>{reason && t(`failed.${reason}`)}</Problem>
        <TextField id="typed" name="typed" type="email" label={t('erase.typed')} autoComplete="off" required />
        <p>
          <OnlineButton type="submit" disabled={isSending}>
            {t(isSending ? 'erase.asking' : 'erase.ask')}
          </OnlineButton>
        </p>
      </form>
      {dialog}
    </Panel>
  )
}

/** Hands the customer everything that is kept, as a file. */
export function CopyData({ mailTo }: { mailTo: string | null }) {
  const t = useTranslations('account.data')
  const { withProof, dialog } = useProof('account', mailTo)
  const { run, isSending, isDone, failure } = useSending(async () =>
    saveFile('my-data.json', 'application/json', JSON.stringify(await withProof(copyOwnData), null, 2)),
  )
  const reason = failure && dataFailure(failure)

  return (
    <Panel className="stack" aria-labelledby="copy">
      <h2 id="copy">{t('copy.title')}</h2>
      <p>{t('copy.body')}</p>
      <p className="actions">
        <OnlineButton disabled={isSending} onClick={() => run()}>
          {t('copy.ask')}
        </OnlineButton>
        <span className="small soft" role="status">
          {isSending ? t('copy.asking') : isDone ? t('copy.done') : reason ? t(`failed.${reason}`) : ''}
        </span>
      </p>
      {dialog}
    </Panel>
  )
}

/** Why a copy or a deletion was refused, as words know it; `null` when the customer left the question who it is. */
function dataFailure({ details: { reason } }: RequestFailure): 'typed' | 'under_way' | 'other' | null {
  if (reason === 'declined') return null

  return (['typed', 'under_way'] as const).find((known) => known === reason) ?? 'other'
}
