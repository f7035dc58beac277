import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { NoteText } from '#components/pricing/admin/currencies/currency-list.tsx'
import { PricedPlan } from '#components/pricing/admin/preview-table.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { Action } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { ShownNote, ShownPreview } from '#lib/pricing/client/currencies.ts'
import { PREVIEW_ROWS } from '#lib/pricing/rules/admin-currencies.ts'

type TablePreviewPanelProps = {
  /** How it was asked. */
  asking: Pick<Action<never>, 'isSending' | 'message'>
  notes: ShownNote[]
  preview: ShownPreview | null
  isSending: boolean
  hasConflict: boolean
  onPreview: () => void
  /** Asks for the rows from another one on, of the preview with this mark. */
  onTurn: (from: number, mark: string) => void
  onApply: (mark: string, jumps: string[]) => void
  onDiscard: () => void
}

/** What a draft of the currencies would do, what has to be said yes to, and the acts. */
export function TablePreviewPanel(props: TablePreviewPanelProps) {
  const { asking, notes, preview, isSending, hasConflict, onPreview, onTurn, onApply, onDiscard } = props
  const t = useTranslations('admin-pricing')
  const [ticked, setTicked] = useState<string[]>([])
  const currencies = preview?.currencies ?? []
  const jumping = currencies.filter(({ jump }) => jump !== null)
  const isRefused = currencies.some(({ tooHigh, underFloor }) => tooHigh || underFloor > 0)
  const isAsked = jumping.some(({ code }) => !ticked.includes(code))
  const mayApply = currencies.length > 0 && !isRefused && !isAsked && !hasConflict

  return (
    <Panel
      id="currency-preview"
      title={t('currencies.preview', { count: preview?.count ?? 0 })}
      end={
        <>
          {preview ? (
            <Button
              tone="primary"
              disabled={!mayApply}
              aria-disabled={isSending || undefined}
              onClick={() => onApply(preview.mark, ticked)}
            >
              {t('currencies.apply')}
            </Button>
          ) : (
            <Button aria-disabled={asking.isSending || undefined} onClick={onPreview}>
              {t('rate.preview')}
            </Button>
          )}
          <Button onClick={onDiscard}>{t('draft.discard')}</Button>
        </>
      }
    >
      <ActionMessage message={asking.message} variant="notice" />
      <div role="status">
        {notes.length > 0 ? (
          <ul className="grid gap-2 px-3.5 py-3">
            {notes.map((note) => (
              <li key={note.code}>
                <NoteText note={note} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="grid gap-2 px-3.5 py-3 empty:hidden">
        {currencies.map((currency) => (
          <CurrencyWarnings key={currency.code} currency={currency}>
            {currency.jump ? (
              <CheckField
                checked={ticked.includes(currency.code)}
                onChange={({ target }) =>
                  setTicked(target.checked ? [...ticked, currency.code] : ticked.filter((one) => one !== currency.code))
                }
              >
                {t('currencies.jump', { code: currency.code, ...currency.jump })}
              </CheckField>
            ) : null}
          </CurrencyWarnings>
        ))}
      </div>
      {currencies.length > 0 ? <CountTable currencies={currencies} /> : null}
      {preview && preview.rows.length > 0 ? (
        <PriceTable preview={preview} onTurn={(from) => onTurn(from, preview.mark)} />
      ) : null}
    </Panel>
  )
}

type Effect = ShownPreview['currencies'][number]

/** What stands in the way of a currency, or follows from it. */
function CurrencyWarnings({ currency, children }: { currency: Effect; children: ReactNode }) {
  const t = useTranslations('admin-pricing')
  const { code, tooHigh, underFloor, isStopped } = currency

  return (
    <>
      {tooHigh ? <Notice tone="bad">{t('currencies.tooHigh', { code })}</Notice> : null}
      {underFloor > 0 ? (
        <Notice tone="bad">
          <bdi>{code}</bdi>: {t('draft.refused', { count: underFloor })}
        </Notice>
      ) : null}
      {isStopped ? <Notice tone="wait">{t('currencies.stops', { code })}</Notice> : null}
      {children}
    </>
  )
}

/** How many prices change in each currency, and in what way. */
function CountTable({ currencies }: { currencies: Effect[] }) {
  const t = useTranslations('admin-pricing')
  const format = new Intl.NumberFormat(useTag())
  const counts = ['dearer', 'cheaper', 'entering', 'leaving', 'same'] as const

  return (
    <ListTable
      label={t('currencies.counts')}
      rows={currencies}
      keyOf={({ code }) => code}
      first={[
        { head: t('currencies.currency'), isName: true, cell: ({ code }) => <bdi>{code}</bdi> },
        ...counts.map((one) => ({
          ...{ head: t(`currencies.count.${one}`), className: 'a-num' },
          cell: (currency: Effect) => format.format(currency[one]),
        })),
      ]}
    />
  )
}

type PriceTableProps = { preview: ShownPreview; onTurn: (from: number) => void }

/** Some of the prices that change, before and after: those that change most stand first. */
function PriceTable({ preview: { rows, from, count }, onTurn }: PriceTableProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const price = (minor: number | null, code: string) =>
    minor === null ? t('why.notSold') : <MoneyAmount minor={minor} currency={code} />

  return (
    <>
      <ListTable
        label={t('preview.title')}
        className="a-tbl-pin"
        rows={rows}
        keyOf={({ id, code }) => `${id} ${code}`}
        first={[
          { head: tLabel('plan'), isName: true, cell: (row) => <PricedPlan row={row} /> },
          { head: tLabel('now'), className: 'a-num a-soft', cell: ({ before, code }) => price(before, code) },
          {
            ...{ head: t('currencies.then'), className: 'a-num font-semibold' },
            cell: ({ after, code }) => price(after, code),
          },
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
        <span role="status">{t('preview.rows', { first: from + 1, last: from + rows.length, count })}</span>
        {from > 0 ? (
          <Button onClick={() => onTurn(Math.max(0, from - PREVIEW_ROWS))}>{t('preview.before')}</Button>
        ) : null}
        {from + rows.length < count ? (
          <Button onClick={() => onTurn(from + PREVIEW_ROWS)}>{t('preview.after')}</Button>
        ) : null}
      </div>
    </>
  )
}
