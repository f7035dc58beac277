import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { SplitRows } from '#components/ui/admin/split-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import type { CurrenciesView, TableView } from '#lib/pricing/queries/admin-currencies.ts'

type CurrencyHistoryProps = { view: CurrenciesView; past: number | null; onPutBack: (table: TableView) => void }

/** The tables of currencies that counted, each with what it changed, by whom, and the way back to it. */
export function CurrencyHistory({ view, past, onPutBack }: CurrencyHistoryProps) {
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
