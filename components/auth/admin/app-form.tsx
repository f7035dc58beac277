'use client'

import { toSvgPath } from 'lean-qr/extras/svg'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { confirmApp, type NewApp } from '#lib/auth/client/factors.ts'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type AppFormProps = { side: SignInSide; app: NewApp; onAdded: (codes: string[]) => void; onCancel: (() => void) | null }

/** Sets an authenticator app up: its secret as a picture and as text, and the first code that proves it. */
export function AppForm({ side, app, onAdded, onCancel }: AppFormProps) {
  const t = useTranslations('admin-staff.factor')
  const isOnline = useOnline()
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
      setProblem(t(`failed.${problemOf(toFailure(error).code)}`))
      setSending(false)
      document.getElementById('code')?.focus()
    }
  }

  return (
    <form className="a-pb-stack" onSubmit={submit}>
      <p>{t('scan')}</p>
      <svg className="a-qr" viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`} role="img" aria-label={t('qr')}>
        <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="white" />
        <path d={toSvgPath(drawing)} fill="black" />
      </svg>
      <p>
        <span className="a-meta">{t('secret')}</span>
        <code className="a-secret" dir="ltr">
          {app.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
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
      <p className="a-row">
        <Button type="submit" tone="ink" disabled={isSending || !isOnline} aria-describedby="app-offline">
          {t('confirm')}
        </Button>
        {onCancel ? (
          <Button
            onClick={({ currentTarget }) => {
              keepPlace(currentTarget, '.a-factor .btn', 'main .btn')
              onCancel()
            }}
          >
            {t('cancel')}
          </Button>
        ) : null}
      </p>
      <OfflineReason id="app-offline" />
    </form>
  )
}

function problemOf(code: string) {
  if (code === 'bad_input') return 'code'

  return (['gone', 'rate_limited', 'offline'] as const).find((known) => known === code) ?? 'internal'
}
