'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toFailure } from '#lib/core/client/request.ts'
import { saveFile } from '#lib/core/client/save-file.ts'
import { copyOwnData, eraseOwnData } from '#lib/customers/client/account.ts'

type State = 'idle' | 'asking' | 'done' | NonNullable<ReturnType<typeof dataFailure>>

/** The end of an account: what goes, what stays, and the address typed to be sure. */
export function EraseData({ mailTo }: { mailTo: string | null }) {
  const t = useTranslations('account.data')
  const { withProof, dialog } = useProof('account', mailTo)
  const [state, setState] = useState<State>('idle')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed'))
    setState('asking')
    try {
      await withProof(() => eraseOwnData(typed))
      setState('done')
    } catch (error) {
      setState(dataFailure(error) ?? 'idle')
    }
  }

  if (state === 'done') {
    return (
      <Panel className="stack">
        <Notice tone="good" role="status">
          {t('erase.done')}
        </Notice>
        <ButtonLink href="/">{t('erase.home')}</ButtonLink>
      </Panel>
    )
  }

  return (
    <Panel aria-labelledby="erase">
      <form className="stack" method="post" onSubmit={submit}>
        <h2 id="erase">{t('erase.title')}</h2>
        <p>{t('erase.body')}</p>
        <p>{t('erase.kept')}</p>
        <Problem>{state === 'idle' || state === 'asking' ? null : t(`failed.${state}`)}</Problem>
        <TextField id="typed" name="typed" type="email" label={t('erase.typed')} autoComplete="off" required />
        <p>
          <OnlineButton type="submit" disabled={state === 'asking'}>
            {state === 'asking' ? t('erase.asking') : t('erase.ask')}
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
  const [isLoading, setLoading] = useState(false)
  const [message, setMessage] = useState('')

  async function press() {
    setLoading(true)
    setMessage(t('copy.asking'))
    try {
      saveFile('my-data.json', 'application/json', JSON.stringify(await withProof(copyOwnData), null, 2))
      setMessage(t('copy.done'))
    } catch (error) {
      const failure = dataFailure(error)
      setMessage(failure ? t(`failed.${failure}`) : '')
    } finally {
      setLoading(false)
    }
  }

  return (
    <Panel className="stack" aria-labelledby="copy">
      <h2 id="copy">{t('copy.title')}</h2>
      <p>{t('copy.body')}</p>
      <p className="actions">
        <OnlineButton disabled={isLoading} onClick={press}>
          {t('copy.ask')}
        </OnlineButton>
        <span className="small soft" role="status">
          {message}
        </span>
      </p>
      {dialog}
    </Panel>
  )
}

/** Why a copy or a deletion was refused, as words know it; `null` when the customer left the question who it is. */
function dataFailure(error: unknown): 'typed' | 'under_way' | 'other' | null {
  const { reason } = toFailure(error).details
  if (reason === 'declined') return null

  return (['typed', 'under_way'] as const).find((known) => known === reason) ?? 'other'
}
