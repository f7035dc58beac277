'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { AddressPanel } from '#components/pricing/admin/currencies/address-panel.tsx'
import { CurrencyList } from '#components/pricing/admin/currencies/currency-list.tsx'
import { TablePreviewPanel } from '#components/pricing/admin/currencies/table-preview-panel.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { Panel, SplitRows } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useUnsaved } from '#lib/core/client/unsaved.ts'
import {
  applyCurrencies,
  fillRates,
  type PreviewPart,
  previewCurrencies,
  type ShownNote,
  type ShownPreview,
} from '#lib/pricing/client/currencies.ts'
import type { CurrenciesView, TableView } from '#lib/pricing/queries/admin-currencies.ts'
import type { CurrencyForm } from '#lib/pricing/rules/currency-table.ts'

/** A table as it is wanted: the one it was made from, what a source said, and what it would do once that was asked. */
type Wanted = {
  base: number
  entries: CurrencyForm[]
  undoes: number | null
  notes: ShownNote[]
  preview: ShownPreview | null
}

type Asked = { table: Wanted; part: PreviewPart }
type Filling = { entries: CurrencyForm[]; file: Blob | null }

/** The currencies of the store: what counts, and a draft of it that this page holds until it is applied. */
export function CurrencyEditor({ view, past }: { view: CurrenciesView; past: number | null }) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const quiet = { roomTexts: t, tell: () => null, isRead: false }
  const asking = useAction({
    ...quiet,
    send: ({ table, part }: Asked) => previewCurrencies(table, part),
    onDone: (preview, { table: { entries } }) =>
      setWanted((now) => (now?.entries === entries ? { ...now, preview } : now)),
  })
  const fill = useAction({
    ...quiet,
    send: ({ entries, file }: Filling) => fillRates(entries, file),
    onDone: ({ entries, notes }) => change(entries, { notes }),
  })
  const apply = useAction({
    roomTexts: t,
    tell: () => t('done'),
    send: (table: Parameters<typeof applyCurrencies>[0]) => applyCurrencies(table),
    onDone: () => setWanted(null),
  })
  const entries = wanted?.entries ?? view.currencies.map(toForm)
  const hasConflict = wanted !== null && wanted.base !== view.base

  useUnsaved('currencies-draft', wanted !== null, tLabel('unsaved'))

  function change(next: CurrencyForm[], more: Partial<Pick<Wanted, 'undoes' | 'notes'>> = {}) {
    // What is on its way is not changed any more.
    if (apply.isSending) return
    const table = { base: wanted?.base ?? view.base, entries: next, undoes: null, notes: [], preview: null, ...more }
    apply.clear()
    setWanted(table)
    void ask(table)
  }

  function ask(table: Wanted) {
    return asking.run({ table, part: { from: 0, seen: null } })
  }

  async function turn(table: Wanted, part: PreviewPart) {
    // What has changed since the rows before it were shown is read from the top, and not applied.
    if (!(await asking.run({ table, part }))) setWanted((now) => now && { ...now, preview: null })
  }

  async function applyShown(table: Wanted, mark: string, jumps: string[]) {
    const { base, undoes } = table
    // What has changed since it was shown is shown anew.
    if (!(await apply.run({ base, entries: table.entries, undoes, mark, jumps }))) void ask(table)
  }

  /** Takes a currency over as its form has it. One that follows the address has no rate before that was asked. */
  function save(form: CurrencyForm) {
    const isThere = entries.some(({ code }) => code === form.code)
    const next = isThere ? entries.map((one) => (one.code === form.code ? form : one)) : [...entries, form]
    if (form.rate !== '') change(next)
    else void fill.run({ entries: next, file: null })
  }

  return (
    <div className="grid min-w-0 content-start gap-4">
      {hasConflict ? (
        <Notice tone="wait">
          {t('failed.currencies_changed')}{' '}
          <Button size="small" onClick={() => setWanted(null)}>
            {t('currencies.again')}
          </Button>
        </Notice>
      ) : null}
      <ActionMessage message={apply.message ?? fill.message} variant="notice" />
      <CurrencyList
        view={view}
        entries={entries}
        isDraft={wanted !== null}
        isSending={fill.isSending || apply.isSending}
        onSave={save}
        onRemove={(code) => change(entries.filter((one) => one.code !== code))}
      />
      {wanted ? (
        <TablePreviewPanel
          key={wanted.preview?.mark ?? 'none'}
          {...{ asking, notes: wanted.notes, preview: wanted.preview }}
          isSending={apply.isSending}
          hasConflict={hasConflict}
          onPreview={() => ask(wanted)}
          onTurn={(from, seen) => turn(wanted, { from, seen })}
          onApply={(mark, jumps) => applyShown(wanted, mark, jumps)}
          onDiscard={() => setWanted(null)}
        />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <CurrencyHistory
          view={view}
          past={past}
          onPutBack={({ number, entries: earlier }) => change(earlier, { undoes: number })}
        />
        <AddressPanel view={view}>
          {view.mayChange && entries.length > 0 ? (
            <TextField
              id="currency-file"
              type="file"
              accept=".xml,.csv,.txt,.tsv,text/csv,text/plain,application/xml,text/xml"
              label={t('rate.file')}
              hint={t('currencies.fileHint')}
              disabled={fill.isSending}
              onChange={async ({ target }) => {
                const file = target.files?.[0]
                if (file) await fill.run({ entries, file })
                target.value = ''
              }}
            />
          ) : null}
        </AddressPanel>
      </div>
    </div>
  )
}

function toForm({ code, rate, asOf, source, markup, rounding }: CurrencyForm): CurrencyForm {
  return { code, rate, asOf, source, markup, rounding }
}

type CurrencyHistoryProps = { view: CurrenciesView; past: number | null; onPutBack: (table: TableView) => void }

/** The tables of currencies that counted, each with what it changed, by whom, and the way back to it. */
function CurrencyHistory({ view, past, onPutBack }: CurrencyHistoryProps) {
  const t = useTranslations('admin-pricing')
  const tAdmin = useTranslations('admin')
  const { rows, older } = view.history
  const to = (number: number | null) =>
    `${filterAddress('/admin/pricing/currencies', { past: number })}#currency-history`

  return (
    <Panel id="currency-history" title={tAdmin('label.history')}>
      {rows.length === 0 ? <p className="a-emptyline">{t('history.empty')}</p> : null}
      <SplitRows className="*:last:border-b-0">
        {rows.map((table) => (
          <li key={table.number}>
            <span className="flex-[1_1_10rem]">
              {table.changes.map((change) => (
                <Change key={(change.after ?? change.before)?.code} change={change} />
              ))}
              <span className="a-sub">
                {t.rich('currencies.at', {
                  version: table.number,
                  by: table.by ?? (table.origin === 'url' ? t('currencies.clock') : tAdmin('actor.anonymous')),
                  at: () => <LocalTime at={table.at} show="moment" />,
                })}
              </span>
              {table.undoes === null ? null : (
                <span className="a-sub">{t('currencies.puts', { version: table.undoes })}</span>
              )}
            </span>
            {view.mayChange && table.number !== view.base ? (
              <Button
                size="small"
                aria-label={t('currencies.putBackOf', { version: table.number })}
                onClick={() => onPutBack(table)}
              >
                {tAdmin('label.putBack')}
              </Button>
            ) : null}
          </li>
        ))}
      </SplitRows>
      <Pager
        label={t('history.pages')}
        before={past === null ? null : { href: to(null), label: t('history.newest') }}
        next={older === null ? null : { href: to(older), label: t('history.older') }}
      />
    </Panel>
  )
}

function Change({ change: { before, after } }: { change: TableView['changes'][number] }) {
  const t = useTranslations('admin-pricing')
  if (!after) return <span className="block">{t('currencies.removed', { code: before?.code ?? '' })}</span>
  const isMoved = before !== null && before.rate !== after.rate
  const isOnlyMoved = isMoved && before.markup === after.markup && before.rounding === after.rounding

  return (
    <>
      {isMoved ? (
        <span className="block">
          {t('currencies.moved', { code: after.code, before: before.rate, after: after.rate })}
        </span>
      ) : null}
      {isOnlyMoved ? null : (
        <span className="block">
          {t('currencies.terms', { ...after, rounding: t(`form.roundings.${after.rounding}`) })}
        </span>
      )}
    </>
  )
}
