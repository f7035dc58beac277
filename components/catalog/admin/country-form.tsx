'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { mapCountry } from '#lib/orders/client/admin.ts'

type CountryFormProps = { name: string; proposal: string | null }

/** Says which country a name means, by the two letters of ISO 3166. */
export function CountryForm({ name, proposal }: CountryFormProps) {
  const t = useTranslations('admin.countries')
  const router = useRouter()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const iso2 = String(new FormData(event.currentTarget).get('iso2')).toUpperCase()
    setSending(true)
    setProblem(null)
    try {
      await mapCountry(name, iso2)
      router.refresh()
    } catch (error) {
      setProblem(t(toFailure(error).code === 'offline' ? 'offline' : 'failed'))
      setSending(false)
    }
  }

  return (
    <form className="a-row" onSubmit={submit}>
      <input
        className="input a-code-in"
        name="iso2"
        aria-label={t('code', { name })}
        defaultValue={proposal ?? ''}
        pattern="[A-Za-z]{2}"
        maxLength={2}
        placeholder="XX"
        autoComplete="off"
        required
      />
      <Button type="submit" disabled={isSending}>
        {t('save')}
      </Button>
      {problem ? <span role="alert">{problem}</span> : null}
    </form>
  )
}
