'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { addPasskey } from '#lib/auth/client/factors.ts'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type PasskeyFormProps = {
  side: SignInSide
  onAdded: (codes: string[]) => void
  withProof: <Result>(act: () => Promise<Result>) => Promise<Result>
}

/** Adds a passkey of this browser under a name. */
export function PasskeyForm({ side, onAdded, withProof }: PasskeyFormProps) {
  const t = useTranslations('admin-staff.factor')
  const isOnline = useOnline()
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
      setProblem(t(`failed.${problemOf(toFailure(error).code)}`))
    }
    setSending(false)
    // Where the next one is named, or where it says why there is none; the button was of no use meanwhile.
    if (document.activeElement === document.body) form.querySelector('input')?.focus()
  }

  return (
    <form className="a-pb-stack" onSubmit={submit}>
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
        <Button type="submit" disabled={isSending || !isOnline} aria-describedby="passkey-form-offline">
          {t('addPasskey')}
        </Button>
        <OfflineReason id="passkey-form-offline" />
      </p>
    </form>
  )
}

function problemOf(code: string) {
  if (code === 'bad_input' || code === 'forbidden') return 'passkey'
  if (code === 'conflict') return 'known'

  return code === 'offline' ? code : 'internal'
}
