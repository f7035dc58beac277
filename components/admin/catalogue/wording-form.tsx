'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { toFailure } from '#lib/client/ask.ts'
import { sortWordings } from '#lib/client/catalogue.ts'
import { PREMARK_ANSWERS, type PremarkAnswer } from '#lib/domain/admin-destination.ts'

const KNOWN = ['offline', 'unauthenticated', 'forbidden'] as const

/** Says what words mean for giving an eSIM back; every plan with exactly the same words follows. */
export function WordingForm({ planIds, answer }: { planIds: string[]; answer: PremarkAnswer | null }) {
  const t = useTranslations('admin-catalogue.words')
  const router = useRouter()
  const id = useId()
  const [chosen, setChosen] = useState(answer)
  const [said, setSaid] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen === null) return
    setSending(true)
    setSaid(null)
    try {
      await sortWordings(planIds, chosen)
      setSaid(t('saved'))
      router.refresh()
    } catch (thrown) {
      setSaid(t(`failed.${KNOWN.find((known) => known === toFailure(thrown).code) ?? 'internal'}`))
    }
    setSending(false)
  }

  return (
    <form className="a-row" onSubmit={submit}>
      <Field id={id} label={t('label')}>
        <select
          id={id}
          className="input"
          value={chosen ?? ''}
          onChange={({ target }) => setChosen(PREMARK_ANSWERS.find((known) => known === target.value) ?? chosen)}
        >
          {chosen === null ? <option value="">{t('answer.MIXED')}</option> : null}
          {PREMARK_ANSWERS.map((known) => (
            <option key={known} value={known}>
              {t(`answer.${known}`)}
            </option>
          ))}
        </select>
      </Field>
      <Button type="submit" disabled={isSending || chosen === null}>
        {t('save')}
      </Button>
      <span role="status">{said}</span>
    </form>
  )
}
