'use client'

import { useTranslations } from 'next-intl'
import { usePricing } from '#components/pricing/admin/use-pricing.ts'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { FIELD_COLUMNS } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { draftRate } from '#lib/pricing/client/promotions.ts'

/** Another exchange rate, typed or out of a file. It becomes a draft: the prices that follow are shown first. */
export function RateForm({ from, to, today }: { from: string; to: string; today: string }) {
  const t = useTranslations('admin-pricing')
  const { isSending, message, run } = usePricing()
  const send = (rate: Parameters<typeof draftRate>[0]) =>
    run(async () => {
      const { draftId } = await draftRate(rate)

      return `/admin/pricing?draft=${draftId}`
    })

  return (
    <div className="grid gap-3 p-3.5">
      <Form
        className={FIELD_COLUMNS}
        action={{ isSending, message, failure: null, run: send, clear: () => undefined }}
        message={null}
        fields={[
          {
            kind: 'text',
            name: 'rate',
            label: t('rate.one', { from, to }),
            wrong: t('failed.rate'),
            inputMode: 'decimal',
            dir: 'ltr',
          },
          { kind: 'date', name: 'asOf', label: t('rate.asOf'), defaultValue: today, max: today },
        ]}
        press={t('rate.preview')}
        isKept
      />
      <TextField
        id="rates"
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        label={t('rate.file')}
        hint={t('rate.fileHint', { from, to })}
        disabled={isSending}
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) await send({ file: await file.text() })
          // The same file is chosen again once it was mended.
          target.value = ''
        }}
      />
      <ActionMessage message={message} variant="line" />
    </div>
  )
}
