'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { proveAgain } from '#lib/auth/client/factors.ts'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import { RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { requestSignInLink } from '#lib/customers/client/account.ts'

type Waiting = { go: () => void; stop: (why: RequestFailure) => void }

/**
 * Runs acts that want a fresh proof of who acts: when the server asks for it, a dialog does, and the act runs again. What is
 * returned as `dialog` has to stand on the page; where it cannot any more, `decline` lets the act go. Whoever has no password has a link mailed to
 * `mailTo` instead.
 */
export function useProof(
  side: SignInSide,
  mailTo: string | null,
): { withProof: <Result>(action: () => Promise<Result>) => Promise<Result>; dialog: ReactNode; decline: () => void } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  async function withProof<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (error) {
      if (toFailure(error).details.reason !== 'prove_again') throw error
      await new Promise<void>((go, stop) => setWaiting({ go, stop }))

      return action()
    }
  }

  const go = () => {
    waiting?.go()
    setWaiting(null)
  }
  const stop = () => {
    if (!waiting) return
    waiting.stop(new RequestFailure('forbidden', { reason: 'declined' }))
    setWaiting(null)
  }
  const dialog = (
    <Dialog isOpen={waiting !== null} onClose={stop} labelledBy="proof-title">
      {mailTo === null ? (
        <ProofForm side={side} onProven={go} onClose={stop} />
      ) : (
        <LinkOffer email={mailTo} onClose={stop} />
      )}
    </Dialog>
  )

  return { withProof, dialog, decline: stop }
}

/** Asks for the password. What was said of a wrong one is forgotten with the dialog. */
function ProofForm({ side, onProven, onClose }: { side: SignInSide; onProven: () => void; onClose: () => void }) {
  const t = useTranslations('action')
  const tLabel = useTranslations('admin.label')
  const { run, failure } = useSending((password: string) => proveAgain(side, password), onProven)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(String(new FormData(event.currentTarget).get('proof')))
  }

  function problemOf({ code, waitMinutes: minutes }: RequestFailure): string {
    if (code === 'rate_limited') return t('failed.rate_limited', { minutes })

    return t(code === 'bad_input' ? 'prove.wrong' : 'prove.failed')
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <h2 id="proof-title">{t('prove.title')}</h2>
      <p>{t('prove.text')}</p>
      <TextField
        id="proof"
        name="proof"
        type="password"
        label={t('prove.password')}
        autoComplete="current-password"
        error={failure && problemOf(failure)}
        required
        autoFocus
      />
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <OnlineButton type="submit" tone="ink" says="proof-offline">
          {t('prove.submit')}
        </OnlineButton>
        <Button onClick={onClose}>{tLabel('cancel')}</Button>
      </p>
      <OfflineReason id="proof-offline" />
    </form>
  )
}

/** Says that this wants a fresh sign-in, and has the link mailed: whoever has no password proves the mailbox. */
function LinkOffer({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations('account.prove')
  const { run, isSending, isDone, failure } = useSending(() => requestSignInLink(email))

  return (
    <div className="stack">
      <h2 id="proof-title">{t('title')}</h2>
      <p>{t('text')}</p>
      <p role="status">{isDone ? t('sent') : failure ? t('failed') : null}</p>
      <p className="actions">
        {isDone ? null : (
          <OnlineButton tone="ink" disabled={isSending} says="proof-offline" onClick={() => run()}>
            {t('mail')}
          </OnlineButton>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
        <OfflineReason id="proof-offline" />
      </p>
    </div>
  )
}
