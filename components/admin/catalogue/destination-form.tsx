'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
import { toFailure } from '#lib/client/ask.ts'
import { type OwnDestination, saveDestination } from '#lib/client/catalogue.ts'

type DestinationFormProps = {
  id: number
  own: OwnDestination
  languages: { locale: string; name: string }[]
}

/** What the store itself says of a destination. A pass over the catalogue touches none of it. */
export function DestinationForm({ id, own, languages }: DestinationFormProps) {
  const t = useTranslations('admin-catalogue')
  const router = useRouter()
  const [said, setSaid] = useState<'saved' | 'offline' | 'forbidden' | 'failed' | 'rank' | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '') || null
    const rank = Number(form.get('rank'))
    if (!Number.isInteger(rank) || rank < 0 || rank > 100_000) return setSaid('rank')
    setSending(true)
    try {
      await saveDestination(id, {
        isHidden: form.get('isHidden') === 'on',
        isFeatured: form.get('isFeatured') === 'on',
        rank,
        texts: languages.map(({ locale }) => ({
          locale,
          name: text(`name-${locale}`),
          text: text(`text-${locale}`),
        })),
      })
      setSaid('saved')
      router.refresh()
    } catch (thrown) {
      const { code } = toFailure(thrown)
      setSaid(code === 'offline' || code === 'forbidden' ? code : 'failed')
    } finally {
      setSending(false)
    }
  }

  return (
    <form className="a-pb a-pb-stack" noValidate onSubmit={submit}>
      {languages.map(({ locale, name }) => {
        const words = own.texts.find((one) => one.locale === locale)

        return (
          <div key={locale} className="a-own" lang={locale}>
            <TextField
              id={`name-${locale}`}
              name={`name-${locale}`}
              label={t('own.name', { language: name })}
              defaultValue={words?.name ?? ''}
              maxLength={80}
              dir="auto"
            />
            <Field id={`text-${locale}`} label={t('own.text', { language: name })}>
              <textarea
                id={`text-${locale}`}
                name={`text-${locale}`}
                className="input"
                rows={2}
                maxLength={2_000}
                defaultValue={words?.text ?? ''}
                dir="auto"
              />
            </Field>
          </div>
        )
      })}
      <div className="a-row">
        <TextField
          id="rank"
          name="rank"
          label={t('own.rank')}
          inputMode="numeric"
          defaultValue={own.rank}
          error={said === 'rank' ? t('own.failed.rank') : null}
          dir="ltr"
        />
        <CheckField name="isFeatured" defaultChecked={own.isFeatured}>
          {t('own.featured')}
        </CheckField>
        <CheckField name="isHidden" defaultChecked={own.isHidden}>
          {t('own.hidden')}
        </CheckField>
      </div>
      <div className="a-row">
        <Button type="submit" tone="ink" disabled={isSending}>
          {t('own.save')}
        </Button>
        <span role="status">{said === 'saved' ? t('own.saved') : null}</span>
        {said && said !== 'saved' && said !== 'rank' ? <span role="alert">{t(`own.failed.${said}`)}</span> : null}
      </div>
    </form>
  )
}
