'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useAct } from '#components/pricing/admin/use-act.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { draftRate } from '#lib/pricing/client/promotions.ts'
import { parseRate } from '#lib/pricing/rules/rate-file.ts'

type RateFormProps = { from: string; to: string; today: string }

/** Another exchange rate, typed or out of a file. It becomes a draft: the prices that follow are shown first. */
export function RateForm({ from, to, today }: RateFormProps) {
  const t = useTranslations('admin-pricing')
  const { isBusy, problem, run } = useAct()
  const [isWrong, setWrong] = useState(false)
  const send = (rate: Parameters<typeof draftRate>[0]) =>
    run(async () => {
      const { draftId } = await draftRate(rate)

      return `/admin/pricing?draft=${draftId}`
    })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const rate = String(form.get('rate'))
    setWrong(parseRate(rate) === null)
    if (parseRate(rate) !== null) await send({ rate, asOf: String(form.get('asOf')) })
  }

  return (
    <div className="a-pb a-pb-stack">
      <form className="a-fields" noValidate onSubmit={submit}>
        <TextField
          id="rate"
          name="rate"
          label={t('rate.one', { from, to })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          error={isWrong ? t('failed.rate') : null}
        />
        <TextField id="asOf" name="asOf" type="date" label={t('rate.asOf')} defaultValue={today} max={today} />
        <p className="a-field-end">
          <Button type="submit" tone="ink" disabled={isBusy}>
            {t('rate.preview')}
          </Button>
        </p>
      </form>
      <TextField
        id="rates"
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        label={t('rate.file')}
        hint={t('rate.fileHint', { from, to })}
        disabled={isBusy}
        onChange={async (event) => {
          const file = event.target.files?.[0]
          if (file) await send({ file: await file.text() })
        }}
      />
      {problem ? (
        <p role="alert" className="field-error">
          {t(`failed.${problem}`)}
        </p>
      ) : null}
    </div>
  )
}
