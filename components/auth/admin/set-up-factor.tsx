'use client'

import { toSvgPath } from 'lean-qr/extras/svg'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { CopyButton, SecretText } from '#components/ui/admin/copy-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { addPasskey, beginApp, confirmApp } from '#lib/auth/client/factors.ts'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import type { NewApp } from '#lib/auth/schema.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { knownCode, toFailure } from '#lib/core/client/request.ts'

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: (pressed: Element) => void }) {
  const t = useTranslations('admin-staff.factor')

  return (
    <section className="grid gap-3" aria-labelledby="codes-title">
      <FocusedHeading id="codes-title">{t('keep')}</FocusedHeading>
      <p>{t('storedText')}</p>
      <ol
        className="a-codes grid list-decimal grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-4 gap-y-1.5 ps-6"
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button tone="ink" onClick={({ currentTarget }) => onKept(currentTarget)}>
          {t('kept')}
        </Button>
        <CopyButton text={codes.join('\n')} label={t('copy')} />
      </p>
    </section>
  )
}

type PasskeyFormProps = {
  side: SignInSide
  onAdded: (codes: string[]) => void
  withProof: <Result>(action: () => Promise<Result>) => Promise<Result>
}

/** Adds a passkey of this browser under a name. */
export function PasskeyForm({ side, onAdded, withProof }: PasskeyFormProps) {
  const t = useTranslations('admin-staff.factor')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('passkey-name')).trim()
    setSending(true)
    setProblem(null)
    try {
      onAdded(await withProof(() => addPasskey(side, name)))
      form.reset()
    } catch (error) {
      const { code, waitMinutes: minutes } = toFailure(error)
      setProblem(t(`failed.${passkeyProblemOf(code)}`, { minutes }))
    }
    setSending(false)
    // Where the next one is named, or where it says why there is none; the button was of no use meanwhile.
    if (document.activeElement === document.body) form.querySelector('input')?.focus()
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextField
        id="passkey-name"
        name="passkey-name"
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        error={problem}
        maxLength={60}
        required
      />
      <p>
        <OnlineButton type="submit" disabled={isSending}>
          {t('addPasskey')}
        </OnlineButton>
      </p>
    </form>
  )
}

function passkeyProblemOf(code: string) {
  if (code === 'bad_input' || code === 'forbidden') return 'passkey'
  if (code === 'conflict') return 'known'

  return code === 'offline' ? code : 'internal'
}

type AppFormProps = { side: SignInSide; app: NewApp; onAdded: (codes: string[]) => void; onCancel: (() => void) | null }

/** Sets an authenticator app up: its secret as a picture and as text, and the first code that proves it. */
export function AppForm({ side, app, onAdded, onCancel }: AppFormProps) {
  const t = useTranslations('admin-staff.factor')
  const tLabel = useTranslations('admin.label')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const drawing = drawQr(app.uri)
  const edge = drawing.size + 2 * QUIET_ZONE

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // New codes take the focus; without them it stays among the rows.
    const pressed = event.currentTarget.querySelector('[type=submit]')
    if (pressed) keepPlace(pressed, '.a-factor .btn')
    setSending(true)
    setProblem(null)
    try {
      onAdded(await confirmApp(side, app.ticket, String(new FormData(event.currentTarget).get('code'))))
    } catch (error) {
      const { code, waitMinutes: minutes } = toFailure(error)
      setProblem(t(`failed.${appProblemOf(code)}`, { minutes }))
      setSending(false)
      document.getElementById('code')?.focus()
    }
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <p>{t('scan')}</p>
      <svg
        className="h-auto w-[min(100%,13rem)] rounded-[10px]"
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
        role="img"
        aria-label={t('qr')}
      >
        <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="white" />
        <path d={toSvgPath(drawing)} fill="black" />
      </svg>
      <p>
        <span className="a-meta">{t('secret')}</span>
        <SecretText>{app.secret.match(/.{1,4}/g)?.join(' ')}</SecretText>
      </p>
      <TextField
        id="code"
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        error={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        dir="ltr"
        required
        autoFocus
      />
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <OnlineButton type="submit" tone="ink" disabled={isSending} says="app-offline">
          {tLabel('confirm')}
        </OnlineButton>
        {onCancel ? (
          <Button
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '.a-factor .btn', 'main .btn')
              onCancel()
            }}
          >
            {tLabel('cancel')}
          </Button>
        ) : null}
      </p>
      <OfflineReason id="app-offline" />
    </form>
  )
}

function appProblemOf(code: string) {
  if (code === 'bad_input') return 'code'

  return knownCode(code, 'gone', 'rate_limited', 'offline')
}

/** The door of somebody who must have a second factor and has none: an app or a passkey, then the recovery codes. */
export function SetUpFactor({ back, hasPasskeys }: { back: string; hasPasskeys: boolean }) {
  const t = useTranslations('admin-staff.factor')
  const [app, setApp] = useState<NewApp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, failure } = useSending(async () => setApp(await beginApp('staff')))

  if (codes) return <RecoveryCodes codes={codes} onKept={() => window.location.assign(back)} />
  if (app) return <AppForm side="staff" app={app} onAdded={setCodes} onCancel={() => setApp(null)} />

  return (
    <>
      <Problem>{failure && t(`failed.${knownCode(failure.code, 'offline')}`)}</Problem>
      <OnlineButton tone="primary" wide onClick={() => run()}>
        {t('addApp')}
      </OnlineButton>
      {hasPasskeys ? <PasskeyForm side="staff" onAdded={setCodes} withProof={(action) => action()} /> : null}
    </>
  )
}
