'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { PasswordField } from '#components/auth/admin/password-form.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { signOut } from '#lib/auth/client/admin-session.ts'
import {
  leaveSecondStep,
  passSecondStep,
  passWithPasskey,
  type SignInSide,
  signInByPassword,
  signInWithPasskey,
} from '#lib/auth/client/sign-in.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { knownCode, toFailure } from '#lib/core/client/request.ts'
import { requestSignInLink } from '#lib/customers/client/account.ts'

/** The second step of signing in: a code of the app, a recovery code, or a passkey. */
export function SecondStepForm({ side, back, hasPasskey }: { side: SignInSide; back: string; hasPasskey: boolean }) {
  const t = useTranslations('sign-in')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function pass(step: () => Promise<void>, refused: 'code' | 'passkey') {
    setSending(true)
    setProblem(null)
    try {
      await step()
      window.location.assign(back)
    } catch (error) {
      const { code, waitMinutes: minutes } = toFailure(error)
      setProblem(t(`second.failed.${secondStepProblemOf(code, refused)}`, { minutes }))
      setSending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))

    return pass(() => passSecondStep(side, code), 'code')
  }

  async function startAgain() {
    await (side === 'staff' ? signOut() : leaveSecondStep()).catch(() => {})
    window.location.assign('/sign-in')
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <form className="grid gap-4" method="post" onSubmit={submit}>
        <TextField
          id="code"
          name="code"
          label={t('second.code')}
          hint={t('second.codeHint')}
          autoComplete="one-time-code"
          maxLength={40}
          dir="ltr"
          required
          autoFocus
        />
        <OnlineButton type="submit" tone="primary" wide disabled={isSending} says="second-offline">
          {isSending ? t('second.sending') : t('second.submit')}
        </OnlineButton>
      </form>
      {hasPasskey ? (
        <OnlineButton
          wide
          disabled={isSending}
          says="second-offline"
          onClick={() => pass(() => passWithPasskey(side), 'passkey')}
        >
          {t('second.passkey')}
        </OnlineButton>
      ) : null}
      <OnlineButton wide says="second-offline" onClick={startAgain}>
        {t('again')}
      </OnlineButton>
      <OfflineReason id="second-offline" />
    </>
  )
}

function secondStepProblemOf(code: string, refused: 'code' | 'passkey') {
  if (code === 'bad_input') return refused
  if (code === 'unauthenticated') return 'gone'

  return knownCode(code, 'rate_limited', 'offline')
}

type SignInProblem = 'refused' | 'address' | 'internal' | 'rate_limited' | 'offline'

/** The one door: a password, or a link by mail for customers. What it says tells nobody whether an address is known. */
export function SignInForm({ back }: { back: string }) {
  const t = useTranslations('sign-in')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const [mailed, setMailed] = useState<string | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setSending(true)
    setProblem(null)
    try {
      const { to } = await signInByPassword(String(fields.get('email')), String(fields.get('password')))
      window.location.assign(to === 'staff' ? back : '/account')
    } catch (error) {
      say(problemOf(error))
    }
  }

  async function mail() {
    const email = String(new FormData(form.current ?? undefined).get('email') ?? '').trim()
    if (!isAddressShaped(email)) return say('address')
    setSending(true)
    setProblem(null)
    try {
      await requestSignInLink(email)
      setSending(false)
      setMailed(email)
    } catch (error) {
      say(problemOf(error))
    }
  }

  function say(failed: SignInProblem) {
    setSending(false)
    setProblem(failed)
    requestAnimationFrame(() => notice.current?.focus())
  }

  if (mailed !== null) {
    return (
      <Notice tone="good" role="status">
        {t.rich('mailed', { email: () => <bdi className="break-words">{mailed}</bdi> })}
      </Notice>
    )
  }

  return (
    <form className="grid gap-4" method="post" onSubmit={submit} ref={form}>
      {problem ? (
        <Notice tone="bad" role="alert" tabIndex={-1} ref={notice}>
          {t(`failed.${problem}`)}
        </Notice>
      ) : null}
      <TextField id="email" name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <PasswordField label={t('password')} showLabel={t('show')} autoComplete="current-password" />
      <OnlineButton type="submit" tone="primary" wide disabled={isSending} says="sign-in-offline">
        {isSending ? t('sending') : t('submit')}
      </OnlineButton>
      <OnlineButton wide disabled={isSending} says="sign-in-offline" onClick={mail}>
        {t('link')}
      </OnlineButton>
      <OfflineReason id="sign-in-offline" />
      <noscript>{t('noScript')}</noscript>
    </form>
  )
}

function problemOf(error: unknown): SignInProblem {
  const { code, details } = toFailure(error)
  if (details.reason === 'refused') return 'refused'

  return knownCode(code, 'rate_limited', 'offline')
}

/** Signing in with a passkey alone. */
export function PasskeySignIn({ back }: { back: string }) {
  const t = useTranslations('sign-in')
  const { run, failure } = useSending(async () => {
    const { to } = await signInWithPasskey()
    window.location.assign(to === 'staff' ? back : '/account')
  })
  const reason = failure && knownCode(failure.code, 'rate_limited', 'offline')

  return (
    <>
      <Problem>{reason && (reason === 'internal' ? t('passkeyFailed') : t(`failed.${reason}`))}</Problem>
      <OnlineButton wide onClick={() => run()}>
        {t('passkey')}
      </OnlineButton>
    </>
  )
}
