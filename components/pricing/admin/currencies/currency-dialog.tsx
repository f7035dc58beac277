import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Form } from '#components/ui/admin/form.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField, FIELD_COLUMNS, RadioField } from '#components/ui/choice-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import type { CurrenciesView } from '#lib/pricing/rules/admin-currencies.ts'
import { type CurrencyForm, type CurrencyProblem, parseCurrencyForms } from '#lib/pricing/rules/currency-table.ts'
import { CURRENCY_ROUNDINGS } from '#lib/pricing/rules/rounding.ts'

type CurrencyDialogProps = {
  label: string
  title: string
  view: CurrenciesView
  /** The currency to change; null for a new one. */
  entry: CurrencyForm | null
  /** What cannot be chosen any more. */
  taken: string[]
  isSending: boolean
  onSave: (form: CurrencyForm) => void
}

/** A button that opens the form of a currency. What is saved goes into the draft; nothing is sold in it yet. */
export function CurrencyDialog({ label, title, view, entry, taken, isSending, onSave }: CurrencyDialogProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const id = useId()
  const begin = (): CurrencyForm =>
    entry ?? { code: '', rate: '', asOf: view.today, source: 'hand', markup: '0', rounding: 'none' }
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState(begin)
  const [problems, setProblems] = useState<CurrencyProblem['field'][]>([])

  function open() {
    setForm(begin())
    setProblems([])
    setOpen(true)
  }

  function check(): string | null {
    const { problems: found } = parseCurrencyForms([form], { store: view.currency, today: view.today })
    // The address says rate and day.
    const own = found
      .map(({ field }) => field)
      .filter((field) => form.source !== 'url' || field === 'code' || field === 'markup')
    setProblems(own)

    return own[0] ? `currency-${own[0]}` : null
  }

  async function send(): Promise<boolean> {
    const isTyped = form.rate !== entry?.rate || form.asOf !== entry.asOf
    if (form.source !== 'url') onSave({ ...form, source: isTyped ? 'hand' : form.source })
    else
      onSave(
        entry?.source === 'url' ? { ...form, rate: entry.rate, asOf: entry.asOf } : { ...form, rate: '', asOf: '' },
      )
    setOpen(false)

    return true
  }

  return (
    <>
      <Button
        size="small"
        aria-label={entry ? title : undefined}
        aria-disabled={isSending || undefined}
        onClick={isSending ? undefined : open}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={id}>
        <Form
          className="grid w-[min(32rem,100%)] gap-3.5"
          action={{ run: send, isSending, message: null, failure: null, clear: () => undefined }}
          check={check}
          press={t('rate.preview')}
          variant="notice"
          isKept
          beside={<Button onClick={() => setOpen(false)}>{tLabel('cancel')}</Button>}
        >
          <h2 id={id}>{title}</h2>
          <CurrencyFields {...{ view, taken, form, problems }} isNew={entry === null} onChange={setForm} />
        </Form>
      </Dialog>
    </>
  )
}

type CurrencyFieldsProps = {
  view: CurrenciesView
  taken: string[]
  form: CurrencyForm
  problems: CurrencyProblem['field'][]
  isNew: boolean
  onChange: (form: CurrencyForm) => void
}

function CurrencyFields({ view, taken, form, problems, isNew, onChange }: CurrencyFieldsProps) {
  const t = useTranslations('admin-pricing')
  const tag = intlTag(toLocale(useLocale()))
  const field = (name: 'code' | 'rate' | 'asOf' | 'markup') => ({
    id: `currency-${name}`,
    value: form[name],
    error: problems.includes(name) ? t(name === 'rate' ? 'failed.rate' : `currencies.wrong.${name}`) : null,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...form, [name]: target.value }),
  })
  const typed = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const

  return (
    <>
      {isNew ? (
        <ChoiceField
          {...field('code')}
          label={t('currencies.currency')}
          any={t('form.choose')}
          options={currencyCodes
            .filter((code) => !taken.includes(code))
            .map((code) => [code, `${code} – ${currencyName(code, tag)}`])}
        />
      ) : null}
      {view.source.url === null && form.source !== 'url' ? null : (
        <RadioField
          name="source"
          legend={t('rate.title')}
          value={form.source === 'url' ? 'url' : 'hand'}
          options={(['hand', 'url'] as const).map((way) => [way, t(`currencies.ways.${way}`)])}
          onChange={(source) => onChange({ ...form, source })}
        />
      )}
      <div className={FIELD_COLUMNS}>
        {form.source === 'url' ? null : (
          <>
            <TextField
              {...field('rate')}
              {...typed}
              label={t('rate.one', { from: view.currency, to: form.code || '…' })}
            />
            <TextField {...field('asOf')} type="date" max={view.today} label={t('rate.asOf')} />
          </>
        )}
        <TextField {...field('markup')} {...typed} label={t('currencies.markup')} hint={t('currencies.markupHint')} />
        <ChoiceField
          id="currency-rounding"
          label={t('form.rounding')}
          value={form.rounding}
          onChange={({ target }) =>
            onChange({ ...form, rounding: CURRENCY_ROUNDINGS.find((one) => one === target.value) ?? 'none' })
          }
          options={CURRENCY_ROUNDINGS.map((one) => [one, t(`form.roundings.${one}`)])}
        />
      </div>
    </>
  )
}

/** Returns what a currency is called in the language of the reader. */
export function currencyName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
