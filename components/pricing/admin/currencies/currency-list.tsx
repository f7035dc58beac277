import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel, SplitRows, tagClass } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField, FIELD_COLUMNS, RadioField } from '#components/ui/choice-field.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { currencyCodes } from '#lib/core/rules/currency.ts'
import type { CurrenciesView } from '#lib/pricing/queries/admin-currencies.ts'
import { currencyStatus } from '#lib/pricing/rules/admin-currencies.ts'
import {
  type CurrencyForm,
  type CurrencyProblem,
  isSameCurrency,
  parseCurrencyForms,
} from '#lib/pricing/rules/currency-table.ts'
import { CURRENCY_ROUNDINGS } from '#lib/pricing/rules/selling-currency.ts'

type CurrencyListProps = {
  view: CurrenciesView
  /** As the draft has them, or as they count. */
  entries: CurrencyForm[]
  isDraft: boolean
  isSending: boolean
  onSave: (form: CurrencyForm) => void
  onRemove: (code: string) => void
}

/** The currencies that the store sells in, each with its rate and what a plan costs in it. */
export function CurrencyList({ view, entries, isDraft, isSending, onSave, onRemove }: CurrencyListProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const { currency, example, mayChange } = view
  const taken = [currency, ...entries.map(({ code }) => code)]
  const heads = [
    t('currencies.currency'),
    t('rate.title'),
    t('currencies.markupAndRounding'),
    example ? { head: t('currencies.example'), className: 'a-num' } : null,
    ...(mayChange ? [null] : []),
  ]

  return (
    <Panel
      id="currencies"
      title={t('currencies.title')}
      hint={example ? <ExamplePlan example={example} /> : null}
      end={
        mayChange ? (
          <CurrencyDialog
            {...{ view, taken, isSending, onSave }}
            label={t('currencies.add')}
            title={t('currencies.add')}
            entry={null}
          />
        ) : null
      }
    >
      {entries.length === 0 ? (
        <p className="a-emptyline">{t('currencies.empty', { currency })}</p>
      ) : (
        <DataTable label={t('currencies.title')} heads={heads} className="a-tbl-pin">
          {entries.map((entry) => (
            <CurrencyRow key={entry.code} {...{ view, entry, isDraft }}>
              {mayChange ? (
                <td>
                  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                    <CurrencyDialog
                      {...{ view, taken, isSending, onSave, entry }}
                      label={tLabel('change')}
                      title={t('currencies.changeOf', { code: entry.code })}
                    />
                    <Button
                      size="small"
                      aria-label={t('currencies.removeOf', { code: entry.code })}
                      aria-disabled={isSending || undefined}
                      onClick={isSending ? undefined : () => onRemove(entry.code)}
                    >
                      {tLabel('remove')}
                    </Button>
                  </span>
                </td>
              ) : null}
            </CurrencyRow>
          ))}
        </DataTable>
      )}
      {isDraft ? null : <RefusedRates view={view} onUse={onSave} />}
    </Panel>
  )
}

function ExamplePlan({ example }: { example: NonNullable<CurrenciesView['example']> }) {
  const t = useTranslations('admin-pricing')

  return (
    <>
      {t('currencies.example')}: <bdi>{example.destination}</bdi> <PlanName plan={example.plan} />
    </>
  )
}

type CurrencyRowProps = Pick<CurrencyListProps, 'view' | 'isDraft'> & { entry: CurrencyForm; children: ReactNode }

function CurrencyRow({ view, entry, isDraft, children }: CurrencyRowProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const { currency, today, example, currencies } = view
  const [read] = parseCurrencyForms([entry], { store: currency, today }).entries
  const { maxAgeDays } = view.source
  const price = example?.price ?? null
  const status = read?.asOf ? currencyStatus(read, { today, maxAgeDays, price }) : null
  const exact = new Intl.NumberFormat(tag, { maximumFractionDigits: 20, useGrouping: false })
  const markup = new Intl.NumberFormat(tag, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 })
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const stored = currencies.find(({ code }) => code === entry.code)

  return (
    <tr>
      <th scope="row">
        <bdi>{entry.code}</bdi> <span className="a-soft">{currencyName(entry.code, tag)}</span>{' '}
        {isDraft && !isSameCurrency(stored, read) ? <span className={tagClass('wait')}>{t('rules.draft')}</span> : null}
      </th>
      <td>
        {entry.rate === '' ? (
          t('currencies.noRate')
        ) : (
          <bdi>{`1 ${currency} = ${read ? exact.format(read.rate as `${number}`) : entry.rate} ${entry.code}`}</bdi>
        )}
        <span className="a-sub">
          {t(`rate.sources.${entry.source}`)}
          <Separator />
          <bdi>{read?.asOf ? day.format(new Date(read.asOf)) : entry.asOf}</bdi>
          {status ? (
            <>
              <Separator />
              {t('currencies.age', { days: status.age })}
            </>
          ) : null}
        </span>
        {status?.isStopped ? <Mark tone="stop">{t('currencies.stopped')}</Mark> : null}
      </td>
      <td>
        <bdi>{read ? markup.format(read.markup as `${number}`) : entry.markup}</bdi>
        <span className="a-sub">{t(`form.roundings.${entry.rounding}`)}</span>
      </td>
      {example ? (
        <td className="a-num">
          <MoneyAmount minor={example.price.minor} currency={currency} />{' '}
          <span className="inline-block rtl:-scale-x-100" aria-hidden="true">
            →
          </span>{' '}
          <b>{status?.price ? <MoneyAmount minor={status.price.minor} currency={entry.code} /> : tLabel('none')}</b>
        </td>
      ) : (
        <td />
      )}
      {children}
    </tr>
  )
}

/** What the last fetch said that does not count. Whoever believes a rate that moved far is shown first what follows. */
function RefusedRates({ view, onUse }: { view: CurrenciesView; onUse: (form: CurrencyForm) => void }) {
  const t = useTranslations('admin-pricing')
  const refused = view.currencies.flatMap(({ note, ...entry }) => (note ? [{ note, entry }] : []))
  if (refused.length === 0) return null

  return (
    <SplitRows className="*:last:border-b-0">
      {refused.map(({ note, entry: { code, source, markup, rounding } }) => (
        <li key={code}>
          <NoteText note={note} />
          {view.mayChange && note.result === 'jump' && note.rate && note.asOf ? (
            <Button
              size="small"
              onClick={() => onUse({ code, rate: note.rate ?? '', asOf: note.asOf ?? '', source, markup, rounding })}
            >
              {t('currencies.useRate', { code, rate: note.rate })}
            </Button>
          ) : null}
        </li>
      ))}
    </SplitRows>
  )
}

/** What a source said of a currency, and what that means for it. */
export function NoteText({
  note,
}: {
  note: { code: string; result: string; rate: string | null; asOf: string | null }
}) {
  const t = useTranslations('admin-pricing.currencies.note')
  const { code, rate, asOf } = note
  const result = RESULTS.find((one) => one === note.result) ?? 'missing'

  return <span className="a-sub">{t(result, { code, rate: rate ?? '', asOf: asOf ?? '' })}</span>
}

const RESULTS = ['taken', 'same', 'older', 'jump', 'missing', 'rate', 'day', 'future'] as const

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
function CurrencyDialog({ label, title, view, entry, taken, isSending, onSave }: CurrencyDialogProps) {
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
  const tag = useTag()
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
function currencyName(code: string, tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'currency' }).of(code) ?? code
  } catch {
    return code
  }
}
